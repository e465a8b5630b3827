import { expect } from 'playwright/test'
import { linkSentTo, newCpf } from './create-account.ts'
import { acceptTerms, advance, fillPerson, openWizard, register, registering as test } from './wizard.ts'

test('an additional participant gets an e-mail and can disown the registration without an account', {
  tag: '@operation',
}, async ({ page, request, race, browser }) => {
  const email = `convidada-${Date.now()}@exemplo.test`
  await openWizard(page, race)
  await page.getByLabel('Desejo registrar outros participantes').check()
  await fillPerson(page, { name: 'Carla Dias', cpf: newCpf() })
  await page.getByLabel('Email (opcional)').fill('sem arroba')
  await page.getByRole('button', { name: 'Próximo' }).click()
  await expect(page.getByText('Email inválido').first()).toBeVisible()
  await page.getByLabel('Email (opcional)').fill(email)
  await advance(page, 0, 3, { kit: 'Kit Gratuito', size: null })
  await acceptTerms(page)
  await register(page).click()
  await expect(page).toHaveURL('/participante/eventos')

  const link = await linkSentTo(request, email, /\/nao-sou-eu\?token=/)
  const guest = await (await browser.newContext()).newPage()
  await guest.goto(link)
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Não sou eu')
  await guest.getByRole('button', { name: 'Não conheço esta inscrição' }).click()
  await expect(guest.getByText('A inscrição foi cancelada. Nada será cobrado de você.')).toBeVisible()

  await page.goto('/participante/eventos')
  await expect(page.getByRole('row', { name: 'Carla Dias' })).toContainText('Cancelado')
})
