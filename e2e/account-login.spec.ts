import { expect, type Page, test } from 'playwright/test'
import { button, field, registerUnverified } from './account-forms.ts'
import { createAccount, linkSentTo } from './create-account.ts'
import { toast } from './toast.ts'

// Specification, page 1: §2.2 login, §2.4 verification result, §4 states, §8 messages.

async function submit(page: Page, email: string, password: string): Promise<void> {
  await field(page, 'Email').fill(email)
  await field(page, 'Senha').fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Entrar', exact: true }).click()
}

/** Returns a function that ends it. */
async function slow3G(page: Page): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  })
  return () => devtools.detach()
}

/** Starts counting the drawn frames in which the main part of the page is empty. */
async function watchForEmptyFrames(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Object.assign(window, { emptyFrames: 0 })
    const look = () => {
      const seen = [...document.querySelectorAll('main h1, main [class*=Skeleton]')]
      if (!seen.some((one) => one.checkVisibility({ visibilityProperty: true })))
        Object.assign(window, { emptyFrames: Reflect.get(window, 'emptyFrames') + 1 })
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  return () => page.evaluate(() => Number(Reflect.get(window, 'emptyFrames')))
}

const alert = (page: Page) => page.getByRole('main').getByRole('alert')

test('a participant logs in after a wrong password', async ({ page, request }) => {
  const account = await createAccount(request)
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Entrar' }).click()

  await test.step("a wrong password shows the server's message as alert and toast", async () => {
    await submit(page, account.email, 'não é esta')
    await expect(alert(page)).toHaveText('E-mail ou senha incorretos.')
    await expect(toast(page, 'E-mail ou senha incorretos.')).toBeVisible()
    await expect(button(page, 'Reenviar e-mail de verificação')).toBeHidden()
  })

  await test.step('the toast of the error goes with the page', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Cadastre-se' }).click()
    await expect(page).toHaveURL('/register')
    await expect(toast(page, 'E-mail ou senha incorretos.')).toBeHidden({ timeout: 2_000 })
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Entrar')
    await submit(page, account.email, 'não é esta')
    await expect(toast(page, 'E-mail ou senha incorretos.')).toBeVisible()
  })

  await test.step("§2.2 'Login realizado com sucesso.' and redirect to the role home, without an empty page between", async () => {
    const endSlowness = await slow3G(page)
    const emptyFrames = await watchForEmptyFrames(page)
    await submit(page, account.email, account.password)
    await expect(toast(page, 'Login realizado com sucesso.')).toBeVisible()
    await expect(toast(page, 'E-mail ou senha incorretos.')).toBeHidden()
    await expect(page).toHaveURL('/participante/eventos', { timeout: 60_000 })
    await expect(page.getByRole('heading', { name: 'Meus Eventos', level: 1 })).toBeVisible()
    expect(await emptyFrames(), 'frames with an empty page after the log-in').toBe(0)
    await endSlowness()
  })

  await test.step('§4 a successful login stores token, user, roles and permissions, and the page shows the name', async () => {
    await expect(page.getByRole('complementary').getByText(account.name)).toBeVisible()
    const { device, ...kept } = await page.evaluate((): Record<string, string> => ({ ...localStorage }))
    expect(Object.keys(kept)).toEqual(expect.arrayContaining(['token', 'user', 'roles', 'permissions']))
    expect(device).toMatch(/^[\w-]{43}$/)
  })

  await page.goBack()
  await expect(page, 'the login is no longer in the history').toHaveURL('/')
})

test('a login submitted before the scripts of the page are loaded is not lost', async ({ page, request }) => {
  const account = await createAccount(request)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await submit(page, account.email, account.password)
  await expect(page).toHaveURL('/login')
  release()
  await expect(page).toHaveURL('/participante/eventos')
  await expect(page.getByRole('heading', { name: 'Meus Eventos', level: 1 })).toBeVisible()
})

test('an account without a verified e-mail asks for the link again, opens it and logs in', {
  tag: '@operation',
}, async ({ page, request }) => {
  const person = await registerUnverified(request)

  await test.step("403: 'Reenviar e-mail de verificação' sends to the typed address and confirms it", async () => {
    await page.goto('/login')
    await submit(page, person.email, person.password)
    await expect(alert(page)).toContainText('Seu e-mail ainda não foi verificado.')
    await field(page, 'Email').fill(person.email.toUpperCase())
    const sent = page.waitForRequest('**/api/v1/email/resend')
    await button(page, 'Reenviar e-mail de verificação').click()
    expect((await sent).postDataJSON()).toEqual({ email: person.email.toUpperCase() })
    await expect(
      toast(page, 'E-mail de verificação reenviado com sucesso. Verifique sua caixa de entrada.'),
    ).toBeVisible()
  })

  await test.step('the link in the e-mail verifies the address; the account can then log in', async () => {
    await page.goto(await linkSentTo(request, person.email, /\/email\/verify\?token=/))
    await expect(page).toHaveURL(/\/confirmacao-email\?status=success/)
    await expect(alert(page)).toHaveText('Email verificado com sucesso.')
    await page.getByRole('link', { name: 'Ir para o login' }).click()
    await submit(page, person.email, person.password)
    await expect(page).toHaveURL('/participante/eventos')
  })

  await test.step("shows 'Verificando seu e-mail...' while loading", async () => {
    const served = await request.get('/confirmacao-email?status=success')
    expect(await served.text()).toContain('Verificando seu e-mail...')
  })

  await test.step('an unknown token shows an error', async () => {
    await page.goto('/api/v1/email/verify?token=inventado')
    await expect(alert(page)).toHaveText('O link é inválido ou já foi usado. Solicite um novo.')
  })
})
