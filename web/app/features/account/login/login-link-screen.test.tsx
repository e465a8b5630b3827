import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { getSession } from '#web/session/session.ts'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { button, expectText, renderScreen, signIn } from '#web-test/render-screen.tsx'
import LoginLinkScreen from './login-link-screen.tsx'

// e2e/login-link.spec.ts tests the whole way.

const READ = 'POST /login/link/read'
const CONFIRM = 'POST /login/link/confirm'
const open = () =>
  renderScreen(<LoginLinkScreen />, { route: '/entrar-com-link', path: '/entrar-com-link#segredo' })

function signedIn(): void {
  onTestFinished(() => localStorage.clear())
  signIn(['Participante'])
}

test('does not replace the session of another account, and offers to sign out', async () => {
  signedIn()
  answerCalls({ [READ]: { body: { data: { email: 'caio@exemplo.test' } } } })
  const location = await open()
  await expectText(
    page.getByRole('main'),
    'Este link entra na conta de caio@exemplo.test. Você está na conta de bruna@exemplo.test: ' +
      'para entrar com o link, saia dela primeiro.',
  )
  await expect.element(button('Sair desta conta')).toBeVisible()
  await expect.element(button('Entrar')).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'Continuar nesta conta' }).click()
  await expect.poll(() => location().pathname).toBe('/pagina-inicial')
  expect(sentCalls(CONFIRM)).toEqual([])
  expect(getSession()?.user.email).toBe('bruna@exemplo.test')
})

test('whoever is signed in with the account of the link goes on', async () => {
  signedIn()
  answerCalls({ [READ]: { body: { data: { email: 'bruna@exemplo.test' } } } })
  const location = await open()
  await expect.poll(() => location().pathname).toBe('/participante/eventos')
  expect(sentCalls(CONFIRM)).toEqual([])
})

test('whoever is signed in and opens a used link again goes on to the account', async () => {
  signedIn()
  answerCalls({ [READ]: { status: 400 } })
  const location = await open()
  await expect
    .element(page.getByRole('main').getByRole('alert'))
    .toHaveTextContent('O link é inválido ou já foi usado. Solicite um novo.')
  await page.getByRole('link', { name: 'Ir para a minha conta' }).click()
  await expect.poll(() => location().pathname).toBe('/pagina-inicial')
})
