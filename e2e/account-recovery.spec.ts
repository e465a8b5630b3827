import { expect, type Page, test } from 'playwright/test'
import { button, field, registerUnverified } from './account-forms.ts'
import { linkSentTo, logIn } from './create-account.ts'
import { hydrated } from './hydrated.ts'
import { toast } from './toast.ts'

// Specification, page 1, §2.5: the page that sets a new password.

async function setPassword(page: Page, password: string): Promise<void> {
  await field(page, 'Nova senha').fill(password)
  await field(page, 'Confirme a nova senha').fill(password)
  await button(page, 'Salvar nova senha').click()
}

test('the link in the e-mail sets a new password; the old one no longer logs in', {
  tag: '@operation',
}, async ({ page, request }) => {
  const person = await registerUnverified(request)
  await page.goto('/login')
  await hydrated(page)
  await field(page, 'Email').fill(person.email)
  await page.getByRole('link', { name: 'Esqueceu sua senha?' }).click()
  await expect(field(page, 'Email')).toHaveValue(person.email)
  await button(page, 'Enviar').click()
  await expect(
    toast(page, 'Se o e-mail estiver cadastrado, você receberá as instruções em instantes.'),
  ).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confira seu e-mail')
  const link = await linkSentTo(request, person.email, /\/redefinir-senha\?token=/)
  await page.goto(link)
  await setPassword(page, 'nova e melhor')
  await expect(toast(page, 'Senha alterada com sucesso.')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await expect(field(page, 'Email')).toHaveValue(person.email)
  const old = await request.post('/api/v1/login', {
    data: { email: person.email, password: person.password },
  })
  expect(old.status()).toBe(401)
  await logIn(request, person.email, 'nova e melhor')

  // The link is valid once.
  await page.goto(link)
  await expect(page.getByRole('alert').first()).toContainText('O link é inválido ou já foi usado.')
  await page.getByRole('link', { name: 'Solicitar um novo link' }).click()
  await expect(page).toHaveURL('/recuperar-senha')
})
