import { test as base, expect, type Page } from 'playwright/test'
import { consoleProblems } from './accessibility.ts'
import { field } from './account-forms.ts'
import { type Account, createAccount, DEMO_PASSWORD, logIn, signIn } from './create-account.ts'
import { toast } from './toast.ts'

// Specification, page 1: §2.1 redirects, §3 and §4 the stored session, §8 401 and the refreshing of the user.

interface Shared {
  /** One per worker; tests do not change it. */
  runner: Account
}

const test = base.extend<object, Shared>({
  runner: [
    async ({ playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: process.env.LARGADA_URL ?? '' })
      await use(await createAccount(request))
      await request.dispose()
    },
    { scope: 'worker' },
  ],
})

const KEYS = ['token', 'user', 'roles', 'permissions']
const EXPIRED = 'Sessão expirada. Faça login novamente.'

const stored = (page: Page) =>
  page.evaluate((keys) => keys.filter((key) => localStorage.getItem(key) !== null), KEYS)

/** Opens a page with these values in local storage. */
async function openWith(page: Page, values: Record<string, string>, path: string): Promise<void> {
  await page.addInitScript((given) => {
    if (sessionStorage.getItem('given')) return
    sessionStorage.setItem('given', 'yes')
    for (const [key, value] of Object.entries(given)) localStorage.setItem(key, value)
  }, values)
  await page.goto(path)
}

const submitLogin = async (page: Page, email: string, password: string) => {
  await field(page, 'Email').fill(email)
  await field(page, 'Senha').fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Entrar' }).click()
}

test.describe('§2.1 redirects', () => {
  const PROTECTED = [
    '/participante/perfil',
    '/participante/eventos',
    '/organizador/eventos',
    '/organizador/taxas',
  ]
  test('a protected screen redirects a guest to /login', async ({ page }) => {
    for (const path of PROTECTED)
      await test.step(path, async () => {
        await page.goto(path)
        await expect(page).toHaveURL('/login')
        await expect(field(page, 'Email')).toBeVisible()
      })
  })

  test('login returns to the requested page with its filters', async ({ page, runner }) => {
    await page.goto('/participante/eventos?title=corrida')
    await expect(page).toHaveURL('/login')
    await submitLogin(page, runner.email, runner.password)
    await expect(page).toHaveURL('/participante/eventos?title=corrida')
  })

  test('login after visiting the registration still returns to the requested page', async ({
    page,
    runner,
  }) => {
    await page.goto('/participante/perfil')
    await page.getByRole('main').getByRole('link', { name: 'Cadastre-se' }).click()
    await expect(page).toHaveURL('/register')
    await page.getByRole('main').getByRole('link', { name: 'Entrar' }).click()
    await submitLogin(page, runner.email, runner.password)
    await expect(page).toHaveURL('/participante/perfil')
  })

  test('a logged-in user is redirected home from the login and from unknown paths', async ({
    page,
    runner,
  }) => {
    await signIn(page.context(), runner.session)
    for (const path of ['/login', '/LOGIN', '/pagina-inicial', '/participante/nada'])
      await test.step(path, async () => {
        await page.goto(path)
        await expect(page).toHaveURL('/participante/eventos')
      })
  })

  const HOMES = [
    ['admin', '/admin/pagina-inicial'],
    ['organizador', '/organizador/eventos'],
    ['empresa', '/empresa/pagina-inicial'],
  ] as const
  for (const [name, home] of HOMES) {
    test(`an unknown protected path redirects ${name} to ${home}`, async ({ page, request }) => {
      await signIn(page.context(), await logIn(request, `${name}@largada.test`, DEMO_PASSWORD))
      await page.goto('/organizador/nao-existe')
      await expect(page).toHaveURL(home)
    })
  }

  test('an unknown public path redirects to /', async ({ page }) => {
    await page.goto('/nao-existe')
    await expect(page).toHaveURL('/')
  })
})

test.describe(`§8 401: '${EXPIRED}'`, () => {
  const dead = (account: Account) => ({ ...account.session, token: 'x'.repeat(43) })

  test('clears the session, shows one toast, redirects to /login, and returns to the same page', async ({
    page,
    runner,
  }) => {
    await signIn(page.context(), dead(runner))
    await page.goto('/participante/perfil')
    await expect(page).toHaveURL('/login')
    await expect(toast(page, EXPIRED)).toHaveCount(1)
    expect(await stored(page)).toEqual([])
    await submitLogin(page, runner.email, runner.password)
    await expect(page).toHaveURL('/participante/perfil')
  })

  test('a session ended elsewhere is detected at the next call', async ({ page, request }) => {
    const account = await createAccount(request)
    await signIn(page.context(), account.session)
    await page.goto('/participante/perfil')
    await page.getByRole('button', { name: 'Editar', exact: true }).click()
    const headers = { authorization: `Bearer ${account.session.token}` }
    await request.post('/api/v1/logout', { headers })
    await page.getByRole('button', { name: 'Salvar', exact: true }).click()
    await expect(page).toHaveURL('/login')
    await expect(toast(page, EXPIRED)).toHaveCount(1)
  })

  test('a wrong password of a guest shows its own message, not this one', async ({ page, runner }) => {
    await page.goto('/login')
    await submitLogin(page, runner.email, 'não é esta')
    await expect(toast(page, 'E-mail ou senha incorretos.')).toBeVisible()
    await expect(toast(page, EXPIRED)).toHaveCount(0)
  })
})

test.describe('§4 refreshing the user', () => {
  const FAILURES = [
    ['500', { status: 500, json: {} }],
    ['no user', { json: { data: { roles: [], permissions: [] } } }],
    ['no roles', { json: { data: { user: { id: 1, name: 'Eu' }, permissions: [] } } }],
    ['no permissions', { json: { data: { user: { id: 1, name: 'Eu' }, roles: [] } } }],
  ] as const
  for (const [what, answer] of FAILURES) {
    test(`${what}: 'Erro ao buscar dados do usuário. Tente novamente.', logged out`, async ({
      page,
      runner,
    }) => {
      await page.route('**/api/v1/me', (route) => route.fulfill(answer))
      await signIn(page.context(), runner.session)
      await page.goto('/participante/eventos')
      await expect(toast(page, 'Erro ao buscar dados do usuário. Tente novamente.')).toBeVisible()
      await expect(page).toHaveURL('/login')
      expect(await stored(page)).toEqual([])
    })
  }

  test('a lost connection does not log out', async ({ page, runner }) => {
    await page.route('**/api/v1/me', (route) => route.abort())
    await signIn(page.context(), runner.session)
    await page.goto('/participante/perfil')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Perfil de ${runner.name}`)
    expect(await stored(page)).toEqual(KEYS)
  })
})

test.describe('§4 stored values that cannot be parsed are discarded', () => {
  for (const key of ['user', 'roles', 'permissions'] as const)
    test(`${key}: invalid JSON or an unexpected type`, async ({ page, runner }) => {
      const { token, ...rest } = runner.session
      const values = Object.fromEntries(
        Object.entries(rest).map(([name, kept]) => [name, JSON.stringify(kept)]),
      )
      await openWith(page, { token, ...values }, '/participante/perfil')
      for (const value of ['{isto não', '42']) {
        await page.evaluate(([name, broken]) => localStorage.setItem(name, broken), [key, value] as const)
        await page.reload()
        // Loaded again with the token, which is still valid.
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Perfil de ${runner.name}`)
        await expect
          .poll(() => page.evaluate((name) => localStorage.getItem(name), key))
          .toBe(JSON.stringify(runner.session[key]))
      }
    })

  test('on a public page too: the greeting shows the name again', async ({ page, runner }) => {
    await openWith(page, { token: runner.session.token, user: '{isto não', roles: '["Participante"]' }, '/')
    await expect(
      page.getByRole('banner').getByRole('button', { name: runner.name.split(' ')[0] }),
    ).toBeVisible()
  })

  test('with only the token stored, the user stays logged in and is loaded again', async ({
    page,
    runner,
  }) => {
    await openWith(page, { token: runner.session.token }, '/participante/eventos')
    await expect(page.getByRole('complementary').getByText(runner.name)).toBeVisible()
  })
})

test.describe('§2.2 the show-toast flag', () => {
  test("shows 'Cadastro realizado com sucesso!' once, not after a reload", async ({ page }) => {
    await page.goto('/')
    await page.evaluate(() => {
      const usr = { showToast: true, registeredEmail: 'caio@exemplo.test' }
      history.replaceState({ usr, key: 'flag', idx: 0 }, '', '/login')
    })
    const problems = consoleProblems(page)
    await page.reload()
    await expect(field(page, 'Email')).toHaveValue('caio@exemplo.test')
    expect(problems, 'no hydration mismatch').toEqual([])
    await expect(toast(page, 'Cadastro realizado com sucesso!')).toHaveCount(1)
    await page.reload()
    await expect(page.getByRole('main').getByRole('button', { name: 'Entrar' })).toBeEnabled()
    await expect(toast(page, 'Cadastro realizado com sucesso!')).toHaveCount(0)
  })

  test('without the flag no toast is shown', async ({ page }) => {
    await page.goto('/login')
    await expect(page.getByRole('main').getByRole('button', { name: 'Entrar' })).toBeEnabled()
    await expect(page.locator('.Toastify__toast')).toHaveCount(0)
  })
})

test('logout clears all four values', async ({ page, request }) => {
  const account = await createAccount(request)
  await signIn(page.context(), account.session)
  await page.goto('/participante/eventos')
  await page.getByRole('complementary').getByRole('button', { name: 'Sair' }).click()
  await expect(page).toHaveURL('/')
  expect(await stored(page)).toEqual([])
  const headers = { authorization: `Bearer ${account.session.token}` }
  await expect.poll(async () => (await request.get('/api/v1/me', { headers })).status()).toBe(401)
})
