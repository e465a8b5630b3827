import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import AppLayout from '#web/layouts/app-layout.tsx'
import PublicLayout from '#web/layouts/public-layout.tsx'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { button, renderScreen, signIn, toast } from '#web-test/render-screen.tsx'
import { SessionExpiry } from './session-expiry.tsx'

// Specification, page 1: §4, the stored session and the refresh of the user; §8, status 401.

const KEYS = ['token', 'user', 'roles', 'permissions'] as const
const USER = { id: 1, name: 'Bruna Prado', email: 'bruna@exemplo.test', image: null, organizer: null }
const ME = { user: USER, roles: ['Participante'], permissions: ['view-fees'] }

const stored = () => KEYS.filter((key) => localStorage.getItem(key) !== null)

/** Replaces the stored session as another tab would. */
function replaceStored(values: Record<string, string>): void {
  for (const key of KEYS) localStorage.removeItem(key)
  for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value)
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
}

/** Opens a signed-in page. */
const open = () =>
  renderScreen(
    <>
      <SessionExpiry />
      <AppLayout />
    </>,
    { route: '/participante/perfil' },
  )

const FAILURES = [
  ['500', { status: 500 }],
  ['no user', { body: { data: { roles: [], permissions: [] } } }],
  ['no roles', { body: { data: { user: USER, permissions: [] } } }],
  ['no permissions', { body: { data: { user: USER, roles: [] } } }],
] as const
test.each(FAILURES)(
  "%s: 'Erro ao buscar dados do usuário. Tente novamente.', signed out",
  async (_what, answer) => {
    answerCalls({ 'GET /me': answer })
    signIn(['Participante'])
    const location = await open()
    await expect.element(toast('Erro ao buscar dados do usuário. Tente novamente.')).toBeVisible()
    await expect.poll(() => location().pathname).toBe('/login')
    expect(stored()).toEqual([])
  },
)

test('a lost connection does not sign out', async () => {
  signIn(['Participante'])
  const location = await open()
  await expect.poll(() => sentCalls('GET /me')).toHaveLength(1)
  await expect.element(page.getByText('Bruna Prado')).toBeVisible()
  expect(stored()).toEqual(KEYS)
  expect(location().pathname).toBe('/participante/perfil')
})

test("§8 401: 'Sessão expirada. Faça login novamente.', and the login leads back to the same page", async () => {
  answerCalls({ 'GET /me': { status: 401 } })
  signIn(['Participante'])
  const location = await open()
  await expect.element(toast('Sessão expirada. Faça login novamente.')).toBeVisible()
  await expect.poll(() => location().pathname).toBe('/login')
  expect(location().state).toMatchObject({ from: '/participante/perfil' })
  expect(stored()).toEqual([])
})

test('a protected screen redirects a guest to /login, which remembers the filters', async () => {
  const location = await renderScreen(<AppLayout />, {
    route: '/participante/eventos',
    path: '/participante/eventos?title=corrida',
  })
  await expect.poll(() => location().pathname).toBe('/login')
  expect(location().state).toMatchObject({ from: '/participante/eventos?title=corrida' })
})

const BROKEN = (['user', 'roles', 'permissions'] as const).flatMap((key) =>
  ['{isto não', '42'].map((value) => [key, value] as const),
)
test.each([...BROKEN, ['roles', '["Nada"]'] as const])(
  '%s: invalid JSON or an unexpected value is discarded and loaded again: %s',
  async (key, value) => {
    answerCalls({ 'GET /me': { body: { data: ME } } })
    signIn(['Participante'])
    await open()
    const whole = { user: JSON.stringify(USER), roles: '["Participante"]', permissions: '[]' }
    replaceStored({ token: 'another', ...whole, [key]: value })
    await expect.poll(() => localStorage.getItem(key)).toBe(JSON.stringify(ME[key]))
    await expect.element(page.getByText('Bruna Prado')).toBeVisible()
  },
)

test('with only a stored token the user stays signed in and is loaded again', async () => {
  answerCalls({ 'GET /me': { body: { data: ME } } })
  signIn(['Participante'])
  await open()
  replaceStored({ token: 'another' })
  await expect.poll(stored).toEqual(KEYS)
  await expect.element(page.getByText('Bruna Prado')).toBeVisible()
})

test('the same on a public page: the greeting shows the name again', async () => {
  answerCalls({ 'GET /me': { body: { data: ME } } })
  await renderScreen(<PublicLayout />)
  replaceStored({ token: 'token', user: '{isto não', roles: '["Participante"]' })
  await expect.element(button('Bruna')).toBeVisible()
})

test('a page from the back/forward cache notices that another page has signed out', async () => {
  signIn(['Participante'])
  answerCalls({ 'GET /me': { body: { data: ME } } })
  const location = await open()
  await expect.element(page.getByText('Bruna Prado')).toBeVisible()
  for (const key of KEYS) localStorage.removeItem(key)
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  await expect.poll(() => location().pathname).toBe('/login')
})
