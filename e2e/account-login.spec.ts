import { expect, type Page, test } from 'playwright/test'
import { button, field, registerUnverified } from './account-forms.ts'
import { createAccount, DEMO_PASSWORD, linkSentTo } from './create-account.ts'
import { toast } from './toast.ts'

// Specification, page 1: §2.2 login, §2.4 verification result, §4 states, §5 rules, §8 messages.

const LOGIN = '**/api/v1/login'
const RESEND = '**/api/v1/email/resend'

async function enter(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login')
  await submit(page, email, password)
}
async function submit(page: Page, email: string, password: string): Promise<void> {
  await field(page, 'Email').fill(email)
  await field(page, 'Senha').fill(password)
  await press(page)
}
const press = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Entrar' }).click()
const alert = (page: Page) => page.getByRole('main').getByRole('alert')

test.describe('§2.2 login', () => {
  const LINKS = [
    ['Cadastre-se', '/register'],
    ['Esqueceu sua senha?', '/recuperar-senha'],
  ] as const
  test("'Cadastre-se' opens the registration, 'Esqueceu sua senha?' the recovery", async ({ page }) => {
    for (const [name, path] of LINKS) {
      await page.goto('/login')
      await page.getByRole('main').getByRole('link', { name }).click()
      await expect(page).toHaveURL(path)
    }
  })

  const HOMES = [
    ['admin', '/admin/pagina-inicial'],
    ['organizador', '/organizador/eventos'],
    ['realizador', '/organizador/eventos'],
    ['empresa', '/empresa/pagina-inicial'],
    ['participante', '/participante/eventos'],
  ] as const
  for (const [name, home] of HOMES) {
    test(`${name}: 'Login realizado com sucesso.' and redirect to ${home}`, async ({ page }) => {
      await enter(page, `${name}@largada.test`, DEMO_PASSWORD)
      await expect(toast(page, 'Login realizado com sucesso.')).toBeVisible()
      await expect(page).toHaveURL(home)
      await page.goBack()
      await expect(page, 'the login is no longer in the history').not.toHaveURL('/login')
    })
  }
})

test.describe('§8 login', () => {
  test("a wrong password shows the server's message as alert and toast", async ({ page }) => {
    await enter(page, 'participante@largada.test', 'não é esta')
    await expect(alert(page)).toHaveText('E-mail ou senha incorretos.')
    await expect(toast(page, 'E-mail ou senha incorretos.')).toBeVisible()
    await expect(button(page, 'Reenviar e-mail de verificação')).toBeHidden()
  })

  test("403: 'Reenviar e-mail de verificação' sends to the typed address and confirms it", async ({
    page,
    request,
  }) => {
    const person = await registerUnverified(request)
    await enter(page, person.email, person.password)
    await expect(alert(page)).toContainText('Seu e-mail ainda não foi verificado.')
    await field(page, 'Email').fill(person.email.toUpperCase())
    const sent = page.waitForRequest(RESEND)
    await button(page, 'Reenviar e-mail de verificação').click()
    expect((await sent).postDataJSON()).toEqual({ email: person.email.toUpperCase() })
    await expect(
      toast(page, 'E-mail de verificação reenviado com sucesso. Verifique sua caixa de entrada.'),
    ).toBeVisible()
  })
})

test.describe('§2.4 verification result', () => {
  test('the link in the e-mail verifies the address; the account can then log in', async ({
    page,
    request,
  }) => {
    const person = await registerUnverified(request)
    await page.goto(await linkSentTo(request, person.email, /\/email\/verify\?token=/))
    await expect(page).toHaveURL(/\/confirmacao-email\?status=success/)
    await expect(alert(page)).toHaveText('Email verificado com sucesso.')
    await page.getByRole('link', { name: 'Ir para o login' }).click()
    await field(page, 'Email').fill(person.email)
    await field(page, 'Senha').fill(person.password)
    await press(page)
    await expect(page).toHaveURL('/participante/eventos')
  })

  const RESULTS = [
    ['?status=success', 'Email verificado com sucesso.'],
    ['?status=success&message=Tudo certo', 'Tudo certo'],
    ['?status=error', 'Ocorreu um erro ao verificar seu e-mail.'],
    ['?status=error&message=Link vencido', 'Link vencido'],
    ['', 'Ocorreu um erro ao verificar seu e-mail.'],
  ] as const
  test('shows success or error with the given message, else the default message', async ({ page }) => {
    for (const [query, message] of RESULTS)
      await test.step(`'${query}': '${message}'`, async () => {
        await page.goto(`/confirmacao-email${query}`)
        await expect(alert(page)).toHaveText(message)
        await expect(page.getByRole('link', { name: 'Ir para o login' })).toHaveAttribute('href', '/login')
      })
  })

  test("shows 'Verificando seu e-mail...' while loading", async ({ page }) => {
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto('/confirmacao-email?status=success')
    await expect(page.getByText('Verificando seu e-mail...')).toBeVisible()
  })

  test('an unknown token shows an error', async ({ page }) => {
    await page.goto('/api/v1/email/verify?token=inventado')
    await expect(alert(page)).toHaveText('O link é inválido ou já foi usado. Solicite um novo.')
  })
})

test('§4 a successful login stores token, user, roles and permissions, and the page shows the name', async ({
  page,
  request,
}) => {
  const account = await createAccount(request)
  await enter(page, account.email, account.password)
  await expect(page.getByRole('complementary').getByText(account.name)).toBeVisible()
  const kept = await page.evaluate(() => Object.keys(localStorage))
  expect(kept).toEqual(expect.arrayContaining(['token', 'user', 'roles', 'permissions']))
})

test('login and recovery send the device token of an earlier login in the same browser', async ({
  page,
  request,
}) => {
  const account = await createAccount(request)
  await enter(page, account.email, account.password)
  await expect(page.getByRole('complementary').getByText(account.name)).toBeVisible()
  const device = await page.evaluate(() => localStorage.getItem('device'))
  expect(device).toMatch(/^[\w-]{43}$/)
  await page.evaluate(() => localStorage.removeItem('token'))

  const sent = page.waitForRequest(LOGIN)
  await enter(page, account.email, account.password)
  expect((await sent).postDataJSON()).toMatchObject({ device_token: device })
  await expect(page.getByRole('complementary').getByText(account.name)).toBeVisible()
  await page.evaluate(() => localStorage.removeItem('token'))

  await page.goto('/recuperar-senha')
  await field(page, 'Email').fill(account.email)
  const asked = page.waitForRequest('**/api/v1/resetPassword')
  await button(page, 'Enviar').click()
  expect((await asked).postDataJSON()).toEqual({ email: account.email, device_token: device })
})

test('§9 toasts: top right, shown for 5 s, paused on hover and window blur, dismissed when dragged past 80 %', async ({
  page,
}) => {
  await page.goto('/login', { waitUntil: 'networkidle' })
  await page.getByRole('main').getByRole('button', { name: 'Entrar' }).click()
  const corner = page.locator('.Toastify__toast-container--top-right')
  const time = corner.locator('.Toastify__progress-bar--animated')
  await expect(time).toHaveCSS('animation-duration', '5s')
  await expect(time).toHaveCSS('animation-play-state', 'running')
  const said = toast(page, 'Por favor, corrija os erros de validação.')
  await said.hover()
  await expect(time).toHaveCSS('animation-play-state', 'paused')
  await page.mouse.move(0, 0)
  await expect(time).toHaveCSS('animation-play-state', 'running')
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  await expect(time).toHaveCSS('animation-play-state', 'paused')

  const { width = 0 } = (await said.boundingBox()) ?? {}
  for (const [part, away] of [
    [0.75, false],
    [0.85, true],
  ] as const) {
    // A touch gesture, which no mouse action produces.
    const finger = (clientX: number) => ({ pointerType: 'touch', clientX, clientY: 0 })
    await said.dispatchEvent('pointerdown', finger(0))
    for (const event of ['pointermove', 'pointerup'])
      await page.locator('html').dispatchEvent(event, finger(part * width))
    if (away) await expect(said).toBeHidden()
    else await expect(said).not.toHaveAttribute('style', /translate/)
  }
})
