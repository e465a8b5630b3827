import { expect, test } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { button, field } from './account-forms.ts'
import { createAccount, linkSentTo, signIn } from './create-account.ts'
import { hydrated } from './hydrated.ts'
import { toast } from './toast.ts'

// server/src/features/account/session/login-link.test.ts tests refusals.

test('a runner logs in by a link sent by e-mail, which works once', async ({ page, request }) => {
  const account = await createAccount(request)
  await page.goto('/login')
  await hydrated(page)
  await field(page, 'Email').fill(account.email)
  await page.getByRole('link', { name: 'Entrar com link por e-mail' }).click()
  await expect(field(page, 'Email')).toHaveValue(account.email)
  await expectAccessible(page)
  await button(page, 'Enviar link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confira seu e-mail')
  await expect(page.locator('.Toastify__toast'), 'the page says it').toHaveCount(0)

  const link = await linkSentTo(request, account.email, /\/entrar-com-link#/)
  await page.goto('about:blank')
  await page.goto(link)
  await expect(page.getByText(`Este link entra na conta de ${account.email}.`)).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Entrar').click()
  await expect(toast(page, 'Login realizado com sucesso.')).toBeVisible()
  await expect(page).toHaveURL('/participante/eventos')

  await button(page, 'Sair').click()
  await expect(page).toHaveURL('/')
  await page.goto(link)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'O link é inválido ou já foi usado. Solicite um novo.',
  )
  await page.getByRole('link', { name: 'Solicitar um novo link' }).click()
  await expect(button(page, 'Enviar link')).toBeVisible()
})

test('the link of another account signs nobody in before the first one is signed out', {
  tag: '@operation',
}, async ({ page, request, context }) => {
  const own = await createAccount(request)
  const other = await createAccount(request)
  await request.post('/api/v1/login/link', { data: { email: other.email } })
  const link = await linkSentTo(request, other.email, /\/entrar-com-link#/)
  await signIn(context, own.session)
  await page.goto(link)
  await expect(page.getByText(`Você está na conta de ${own.email}`)).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Sair desta conta').click()
  await button(page, 'Entrar').click()
  await expect(page).toHaveURL('/participante/eventos')
  const entered = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').email)
  expect(entered).toBe(other.email)
})
