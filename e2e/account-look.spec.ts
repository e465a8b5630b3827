import { expect, type Page, test } from 'playwright/test'
import { consoleProblems, expectAccessible } from './accessibility.ts'
import { button, field } from './account-forms.ts'
import { createAccount, signIn } from './create-account.ts'

// The account's screens: axe finds nothing in either theme, and nothing has to be scrolled to the side.

interface Screen {
  name: string
  path: string
  /** Brings it into the state to look at. */
  prepare?: (page: Page) => Promise<void>
}

const press = (name: string) => (page: Page) => button(page, name).click()

const OF_VISITORS: readonly Screen[] = [
  {
    name: 'login with errors',
    path: '/login',
    prepare: (page) => page.getByRole('main').getByRole('button', { name: 'Entrar' }).click(),
  },
  { name: 'registration', path: '/register' },
  { name: 'registration with errors', path: '/register', prepare: press('Cadastrar') },
  { name: 'consent dialog', path: '/register', prepare: press('Ler o termo') },
  { name: 'recovery', path: '/recuperar-senha' },
  { name: 'new password', path: '/redefinir-senha?token=qualquer' },
  { name: 'dead link', path: '/redefinir-senha' },
  { name: 'verified', path: '/confirmacao-email?status=success' },
  { name: 'not verified', path: '/confirmacao-email?status=error' },
  { name: 'privacy', path: '/privacidade' },
]
const OF_RUNNERS: readonly Screen[] = [
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
  { name: 'leaving', path: '/participante/perfil', prepare: press('Excluir minha conta') },
]

async function expectGoodLooks(page: Page, screens: readonly Screen[]): Promise<void> {
  const problems = consoleProblems(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const { name, path, prepare } of screens)
    await test.step(name, async () => {
      await page.goto(path, { waitUntil: 'networkidle' })
      await prepare?.(page)
      await expectAccessible(page)
      expect(problems).toEqual([])
    })
}

// In two, so that they share the processors.
for (const [name, screens] of [
  ['the registration', OF_VISITORS.filter(({ path }) => path === '/register')],
  ['what else visitors see', OF_VISITORS.filter(({ path }) => path !== '/register')],
] as const)
  test(`${name}: no findings, no console messages, nothing cut off`, async ({ page }) => {
    await expectGoodLooks(page, screens)
  })

test('what runners see of their account: no findings, no console messages, nothing cut off', async ({
  page,
  request,
}) => {
  await signIn(page.context(), (await createAccount(request)).session)
  await expectGoodLooks(page, OF_RUNNERS)
})

test('the registration can be filled in and sent with the keyboard alone', async ({ page }) => {
  await page.goto('/register')
  await expect(field(page, 'Nome')).toBeEnabled()
  await field(page, 'Nome').focus()
  const next = async (text = '') => {
    if (text) await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await next('Caio Moura')
  await next('caio@exemplo.test')
  await next('corro aos sábados')
  await next() // shows the password
  await next('52998224725')
  await next('123456789')
  await next('29021988')
  await next('21987654321')
  await page.keyboard.press('Space')
  await next()
  await next() // the file
  await next('Lia Moura')
  await next('21912345678')
  await page.keyboard.type('01001000')
  await expect(field(page, 'Cidade')).toHaveValue('São Paulo')
  await next()
  await next() // the street, filled in
  await next('100')
  for (const _filled of ['complement', 'district', 'state', 'city', 'promotions', 'updates']) await next()
  await page.keyboard.press('Space')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await button(page, 'Aceitar').focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('checkbox', { name: /^Li e aceito/ })).toBeFocused()
  const sent = page.waitForRequest('**/api/v1/register')
  await page.route('**/api/v1/register', (route) => route.abort())
  await next()
  await next() // reads the terms
  await expect(button(page, 'Cadastrar')).toBeFocused()
  await page.keyboard.press('Enter')
  expect((await sent).postDataJSON()).toMatchObject({ name: 'Caio Moura', sex: 0, accept_terms: true })
})
