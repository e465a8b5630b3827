import { expect, type Page, test } from 'playwright/test'
import { consoleProblems, expectAccessible } from './accessibility.ts'
import { button } from './account-forms.ts'
import { createAccount, linkSentTo, signIn } from './create-account.ts'

// Accessibility of the account screens: no axe violations in either theme, and no horizontal scrolling.

interface Screen {
  name: string
  path: string
  /** Brings the screen into the state to be checked. */
  prepare?: (page: Page) => Promise<void>
}

const press = (name: string) => (page: Page) => button(page, name).click()

const PUBLIC_SCREENS: readonly Screen[] = [
  {
    name: 'login with errors',
    path: '/login',
    prepare: (page) => page.getByRole('main').getByRole('button', { name: 'Entrar', exact: true }).click(),
  },
  { name: 'registration', path: '/register' },
  { name: 'registration with errors', path: '/register', prepare: press('Cadastrar') },
  { name: 'consent dialog', path: '/register', prepare: press('Ler o termo') },
  { name: 'recovery', path: '/recuperar-senha' },
  { name: 'invalid link', path: '/redefinir-senha' },
  { name: 'verified', path: '/confirmacao-email?status=success' },
  { name: 'not verified', path: '/confirmacao-email?status=error' },
  { name: 'privacy', path: '/privacidade' },
]
const ACCOUNT_SCREENS: readonly Screen[] = [
  { name: 'profile', path: '/participante/perfil' },
  { name: 'profile, editing', path: '/participante/perfil', prepare: press('Editar') },
  { name: 'password dialog', path: '/participante/perfil', prepare: press('Trocar Senha') },
  {
    name: 'menu of the bar',
    path: '/recuperar-senha',
    prepare: async (page) => {
      await page.getByRole('banner').getByRole('button', { name: 'Bruna' }).click()
      await page.getByRole('menuitem', { name: 'Sair' }).waitFor()
    },
  },
  { name: 'account deletion dialog', path: '/participante/perfil', prepare: press('Excluir minha conta') },
]

async function expectAccessibleScreens(page: Page, screens: readonly Screen[]): Promise<void> {
  const problems = consoleProblems(page)
  for (const { name, path, prepare } of screens)
    await test.step(name, async () => {
      await page.goto(path, { waitUntil: 'networkidle' })
      await prepare?.(page)
      await expectAccessible(page)
      expect(problems).toEqual([])
    })
}

// Two tests, so that they run in parallel.
for (const [name, screens] of [
  ['registration', PUBLIC_SCREENS.filter(({ path }) => path === '/register')],
  ['other public screens', PUBLIC_SCREENS.filter(({ path }) => path !== '/register')],
] as const)
  test(`${name}: no axe violations, console messages or horizontal scrolling`, { tag: '@operation' }, async ({
    page,
  }) => {
    await expectAccessibleScreens(page, screens)
  })

test("screens of a participant's account: no axe violations, console messages or horizontal scrolling", {
  tag: '@operation',
}, async ({ page, request }) => {
  await signIn(page.context(), (await createAccount(request)).session)
  await expectAccessibleScreens(page, ACCOUNT_SCREENS)
})

test('a new password: no axe violations, console messages or horizontal scrolling', {
  tag: '@operation',
}, async ({ page, request }) => {
  const { email } = await createAccount(request)
  await request.post('/api/v1/resetPassword', { data: { email } })
  const path = await linkSentTo(request, email, /\/redefinir-senha\?token=/)
  await expectAccessibleScreens(page, [{ name: 'new password', path }])
})
