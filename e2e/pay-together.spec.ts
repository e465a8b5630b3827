import { expect } from 'playwright/test'
import { NAMES, pay, registerThree } from './three-people.ts'
import { toast } from './toast.ts'
import { openWizard, register, success, registering as test } from './wizard.ts'

test('three people share one Pix; one is cancelled, a new Pix in another tab pays for the others, and the list updates by itself', {
  tag: '@operation',
}, async ({ page, race }) => {
  await openWizard(page, race)
  await registerThree(page)
  await expect(page.getByRole('switch', { name: 'Pagar tudo de uma vez' })).toBeChecked()
  await register(page).click()
  await expect(success(page)).toBeVisible()
  await expect(page.getByText('Agora só falta o pagamento, um só para todas.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ir para pagamento' })).toBeEnabled({ timeout: 20_000 })

  await page.getByRole('link', { name: 'Ver minhas inscrições' }).click()
  const group = page.getByRole('region', { name: race.title })
  await expect(group).toContainText(/Um só pagamento de .* para as 3 inscrições/)
  await test.step('on a phone a button shows its whole label', async () => {
    await page.setViewportSize({ width: 390, height: 800 })
    const payAll = page.getByRole('link', { name: /^Pagar .* por 3 inscrições$/ }).first()
    const label = payAll.locator('.mantine-Button-label')
    expect(await label.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    await page.setViewportSize({ width: 1280, height: 800 })
  })
  await page
    .getByRole('row', { name: NAMES[0] ?? '' })
    .getByRole('link', { name: race.title })
    .click()
  await expect(page.getByText(/Parte de um pagamento de .*, com .*Davi Prado/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancelar inscrição' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sim, cancelar' }).click()
  await expect(toast(page, 'Inscrição cancelada com sucesso.')).toBeVisible()

  await page.goto('/participante/eventos')
  await expect(group).toContainText('para as 2 inscrições')
  const link = group.getByRole('link', { name: 'Ir para pagamento' })
  await expect(link).toBeVisible({ timeout: 20_000 })
  const words = (await group.textContent()) ?? ''
  const amount = /R\$\s[\d.,]+/.exec(words)?.[0] ?? ''
  await pay(page, () => link.click(), amount)
  // The list polls by itself; the page was not touched while the other tab paid.
  const paid = page.getByRole('row', { name: 'Davi Prado' }).filter({ hasText: 'Confirmado' })
  await expect(paid).toBeVisible({ timeout: 40_000 })
  await expect(page.getByRole('row', { name: 'Lia Prado' })).toContainText('Cancelado')
  await expect(group).toBeHidden()
})
