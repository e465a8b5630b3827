// @module-tag operation
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import AppLayout from '#web/layouts/app-layout.tsx'
import PublicLayout from '#web/layouts/public-layout.tsx'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import {
  button,
  expectText,
  renderLayout,
  renderScreen,
  setScreenSize,
  signIn,
} from '#web-test/render-screen.tsx'
import { getSession } from './session.ts'
import { ViewAsButton } from './view-as-button.tsx'
import { startViewing } from './viewing.ts'

const RUNNER = {
  token: 'viewing',
  user: { id: 9, name: 'Caio Reis', email: 'caio@exemplo.test', image: null, organizer: null },
  roles: ['Participante'],
  permissions: [],
}
const asRunner = () => {
  signIn(['Admin'])
  answerCalls({ 'GET /me': { body: { data: RUNNER } } })
  onTestFinished(() => sessionStorage.clear())
  startViewing(RUNNER)
}

test('asks for a reason, opens the home of the user in this tab, and preserves the administrator’s session in other tabs', async () => {
  signIn(['Admin'])
  onTestFinished(() => sessionStorage.clear())
  answerCalls({ 'POST /admin/accounts/9/view': { status: 201, body: { data: RUNNER } } })
  const location = await renderScreen(<ViewAsButton userId={9} name="Caio Reis" />)
  await button('Ver como').click()
  const dialog = page.getByRole('dialog')
  await expectText(dialog, 'Nada pode ser mudado nem baixado.')
  await dialog.getByRole('button', { name: 'Ver como' }).click()
  await expectText(dialog, 'Informe o motivo')
  await dialog.getByRole('textbox').fill('Chamado 7')
  await dialog.getByRole('button', { name: 'Ver como' }).click()
  await expect.poll(() => location().pathname).toBe('/participante/eventos')
  expect(sentCalls('POST /admin/accounts/9/view')[0]?.body).toEqual({ reason: 'Chamado 7' })
  expect(getSession()).toEqual({ ...RUNNER, heldRoles: RUNNER.roles })
  expect(localStorage.getItem('token')).toBe('token')
  await expect.element(page.getToasts()).not.toBeInTheDocument()
})

test('a banner names the user, and its button restores the administrator’s session', async () => {
  asRunner()
  await renderLayout(<AppLayout />, <h1>Meus Eventos</h1>, '/participante/eventos')
  const banner = page.getByRole('region', { name: 'Visualização' })
  await expectText(banner, 'Você está vendo a Largada como Caio Reis. Nada pode ser mudado.')
  answerCalls({
    'POST /logout': {},
    'GET /me': { body: { data: { ...RUNNER, user: { ...RUNNER.user, id: 1 }, roles: ['Admin'] } } },
  })
  await banner.getByRole('button', { name: 'Encerrar' }).click()
  await expect.element(banner).not.toBeInTheDocument()
  expect(sentCalls('POST /logout')[0]?.headers.get('authorization')).toBe('Bearer viewing')
  expect(getSession()?.roles).toEqual(['Admin'])
  expect(sessionStorage.getItem('token')).toBeNull()
})

test('public pages show the banner too', async () => {
  asRunner()
  await renderLayout(<PublicLayout />, <h1>Corridas</h1>)
  await expect.element(button('Você está vendo a Largada como Caio Reis. Encerrar')).toBeVisible()
})

test('without viewing there is no banner', async () => {
  signIn(['Participante'])
  await renderLayout(<AppLayout />, <h1>Meus Eventos</h1>, '/participante/eventos')
  await expect.element(page.getByRole('heading', { name: 'Meus Eventos' })).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Visualização' })).not.toBeInTheDocument()
})

test.each([
  [1280, 'complementary'],
  [390, 'banner'],
] as const)('the banner covers nothing while viewing as another user (%d px)', async (width, role) => {
  await setScreenSize(width, 700)
  asRunner()
  startViewing({ ...RUNNER, user: { ...RUNNER.user, name: 'Maria Aparecida dos Santos e Silva' } })
  await renderLayout(<AppLayout />, <div style={{ height: '3000px' }}>Alto</div>, '/participante/eventos')
  const banner = page.getByRole('region', { name: 'Visualização' })
  await expect.element(banner).toBeVisible()
  window.scrollTo(0, 1500)
  await expect.poll(() => window.scrollY).toBe(1500)
  const box = () => banner.element().getBoundingClientRect()
  await expect.poll(() => box().top).toBe(0)
  await expect.poll(() => banner.element().scrollHeight - Math.ceil(box().height)).toBeLessThanOrEqual(0)
  // The layout reads the banner's height after it was drawn.
  await expect.poll(() => page.getByRole(role).element().getBoundingClientRect().top - box().bottom).toBe(0)
})
