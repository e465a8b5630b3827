import { test as base, expect, type Page } from 'playwright/test'
import { field } from './account-forms.ts'
import { type Account, createAccount, signIn } from './create-account.ts'
import { toast } from './toast.ts'

// Specification, page 1: §2.1 redirects, §3 and §4 the stored session, §8 401.

const test = base.extend<{ runner: Account }>({
  runner: async ({ request }, use) => use(await createAccount(request)),
})

const KEYS = ['token', 'user', 'roles', 'permissions']
const EXPIRED = 'Sessão expirada. Faça login novamente.'

const stored = (page: Page) =>
  page.evaluate((keys) => keys.filter((key) => localStorage.getItem(key) !== null), KEYS)
const store = (page: Page, values: Record<string, string>) =>
  page.evaluate((given) => {
    for (const [key, value] of Object.entries(given)) localStorage.setItem(key, value)
  }, values)
const token = (page: Page) => page.evaluate(() => localStorage.getItem('token'))

const submitLogin = async (page: Page, { email, password }: Account) => {
  await field(page, 'Email').fill(email)
  await field(page, 'Senha').fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Entrar', exact: true }).click()
}

test('§2.1 a guest is redirected to the login and back; a logged-in user is redirected home and logs out', async ({
  page,
  runner,
  request,
}) => {
  await test.step('an unknown public path redirects to /', async () => {
    await page.goto('/nao-existe')
    await expect(page).toHaveURL('/')
  })

  await test.step('login after visiting the registration still returns to the requested page with its filters', async () => {
    await page.goto('/participante/eventos?title=corrida')
    await expect(page).toHaveURL('/login')
    await page.getByRole('main').getByRole('link', { name: 'Cadastre-se' }).click()
    await expect(page).toHaveURL('/register')
    await page.getByRole('main').getByRole('link', { name: 'Entrar', exact: true }).click()
    // Both screens have a field 'Email'.
    await expect(page).toHaveURL('/login')
    await submitLogin(page, runner)
    await expect(page).toHaveURL('/participante/eventos?title=corrida')
  })

  await test.step('a logged-in user is redirected home from the login and from unknown paths', async () => {
    for (const path of ['/LOGIN', '/pagina-inicial', '/participante/nada', '/nao-existe', '/Empresas/1/x']) {
      await page.goto(path)
      await expect(page).toHaveURL('/participante/eventos')
    }
  })

  await test.step('logout clears all four values', async () => {
    expect(await stored(page)).toEqual(KEYS)
    const headers = { authorization: `Bearer ${await token(page)}` }
    await page.getByRole('complementary').getByRole('button', { name: 'Sair' }).click()
    await expect(page).toHaveURL('/')
    expect(await stored(page)).toEqual([])
    await expect.poll(async () => (await request.get('/api/v1/me', { headers })).status()).toBe(401)
  })
})

test('§4, §8 stored values that cannot be read are loaded again; an expired session ends', {
  tag: '@operation',
}, async ({ page, runner, request }) => {
  const title = page.getByRole('heading', { level: 1 })
  await signIn(page.context(), runner.session)
  await page.goto('/participante/perfil')
  await expect(title).toHaveText(`Perfil de ${runner.name}`)

  await test.step('stored values that cannot be parsed are discarded', async () => {
    await store(page, { user: '{isto não', roles: '42', permissions: '{' })
    await page.reload()
    await expect(title).toHaveText(`Perfil de ${runner.name}`)
    const { user, roles, permissions } = runner.session
    for (const [key, value] of Object.entries({ user, roles, permissions }))
      await expect
        .poll(() => page.evaluate((name) => localStorage.getItem(name), key))
        .toBe(JSON.stringify(value))

    await store(page, { user: '{isto não' })
    await page.goto('/')
    await expect(
      page.getByRole('banner').getByRole('button', { name: runner.name.split(' ')[0] ?? '' }),
    ).toBeVisible()
  })

  await test.step(`§8 401: clears the session, shows one toast, redirects to /login, and returns to the same page`, async () => {
    await store(page, { token: 'x'.repeat(43) })
    await page.goto('/participante/perfil')
    await expect(page).toHaveURL('/login')
    await expect(toast(page, EXPIRED)).toHaveCount(1)
    expect(await stored(page)).toEqual([])
    await submitLogin(page, runner)
    await expect(page).toHaveURL('/participante/perfil')
  })

  await test.step('a session ended elsewhere is detected at the next call', async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Editar', exact: true }).click()
    const headers = { authorization: `Bearer ${await token(page)}` }
    await request.post('/api/v1/logout', { headers })
    await page.getByRole('button', { name: 'Salvar', exact: true }).click()
    await expect(page).toHaveURL('/login')
    await expect(toast(page, EXPIRED)).toHaveCount(1)
  })
})
