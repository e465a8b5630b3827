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
  const card = page.getByRole('region', { name: 'A pagar' }).getByRole('article', { name: race.title })
  for (const name of NAMES) await expect(card).toContainText(name)
  await page
    .getByRole('row', { name: NAMES[0] ?? '' })
    .getByRole('link', { name: race.title })
    .click()
  await expect(page.getByRole('region', { name: 'Pagamento' })).toContainText('Davi Prado')
  await page.getByRole('button', { name: 'Cancelar inscrição' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sim, cancelar' }).click()
  await expect(toast(page, 'Inscrição cancelada com sucesso.')).toBeVisible()

  await page.goto('/participante/eventos')
  await expect(card).toContainText('Davi Prado')
  await expect(card).not.toContainText('Lia Prado')
  const link = card.getByRole('link', { name: /^Pagar/ })
  await expect(link).toBeVisible({ timeout: 20_000 })
  const amount = /R\$\s[\d.,]+/.exec((await link.textContent()) ?? '')?.[0] ?? ''
  await pay(page, () => link.click(), amount)
  // The list polls by itself; the page was not touched while the other tab paid.
  const paid = page.getByRole('row', { name: 'Davi Prado' }).filter({ hasText: 'Confirmado' })
  await expect(paid).toBeVisible({ timeout: 40_000 })
  await expect(page.getByRole('row', { name: 'Lia Prado' })).toContainText('Cancelado')
  await expect(card).toBeHidden()
})
