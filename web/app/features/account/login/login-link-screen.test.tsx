import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { getSession } from '#web/session/session.ts'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { button, expectText, field, renderScreen, signIn, toast } from '#web-test/render-screen.tsx'
import LoginLinkScreen from './login-link-screen.tsx'

// e2e/login-link.spec.ts tests the whole way.

const READ = 'POST /login/link/read'
const CONFIRM = 'POST /login/link/confirm'
const open = () =>
  renderScreen(<LoginLinkScreen />, { route: '/entrar-com-link', path: '/entrar-com-link#segredo' })
const answerRead = (email = 'caio@exemplo.test') => answerCalls({ [READ]: { body: { data: { email } } } })
const DEAD = 'O link é inválido ou já foi usado. Solicite um novo.'
const SESSION = {
  token: 'token',
  user: { id: 2, name: 'Caio Luz', email: 'caio@exemplo.test', image: null, organizer: null },
  roles: ['Participante'],
  permissions: [],
}

test('does not replace the session of another account, and offers to sign out', async () => {
  signIn(['Participante'])
  answerRead()
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
  signIn(['Participante'])
  answerRead('bruna@exemplo.test')
  const location = await open()
  await expect.poll(() => location().pathname).toBe('/participante/eventos')
  expect(sentCalls(CONFIRM)).toEqual([])
})

test('whoever is signed in and opens a used link again goes on to the account', async () => {
  signIn(['Participante'])
  answerCalls({ [READ]: { status: 400 } })
  const location = await open()
  await expect.element(page.getByRole('main').getByRole('alert')).toHaveTextContent(DEAD)
  await page.getByRole('link', { name: 'Ir para a minha conta' }).click()
  await expect.poll(() => location().pathname).toBe('/pagina-inicial')
})

test('a link that was used meanwhile is reported at the press', async () => {
  answerRead()
  answerCalls({ [CONFIRM]: { status: 400 } })
  await open()
  await button('Entrar').click()
  await expect.element(page.getByRole('main').getByRole('alert')).toHaveTextContent(DEAD)
  await page.getByRole('link', { name: 'Solicitar um novo link' }).click()
  await expect.element(button('Enviar link')).toBeVisible()
})

test('a lost connection does not prove that the link is invalid: it still logs in', async () => {
  const location = await open()
  await button('Entrar').click()
  await expect.element(toast('Erro de conexão.')).toBeVisible()
  answerCalls({ [CONFIRM]: { body: { data: SESSION } } })
  await button('Entrar').click()
  await expect.element(toast('Login realizado com sucesso.')).toBeVisible()
  await expect.poll(() => location().pathname).toBe('/participante/eventos')
  expect(sentCalls(CONFIRM).map(({ body }) => body)).toEqual([{ token: 'segredo' }, { token: 'segredo' }])
})

test('after a lost connection, too, it does not replace the session of whoever is signed in', async () => {
  signIn(['Participante'])
  await open()
  await expectText(
    page.getByRole('main'),
    'Você está na conta de bruna@exemplo.test: para entrar com o link, saia dela primeiro.',
  )
  await expect.element(button('Entrar')).not.toBeInTheDocument()
})

test('a link is sent again to the same address at a press', async () => {
  const ASK = 'POST /login/link'
  answerCalls({ [ASK]: { body: { message: 'ok' } } })
  await renderScreen(<LoginLinkScreen />, { route: '/entrar-com-link', path: '/entrar-com-link' })
  await field('Email').fill('caio@exemplo.test')
  await button('Enviar link').click()
  await button('Enviar de novo').click()
  await expect.element(toast('Enviamos de novo.')).toBeVisible()
  const sent = sentCalls(ASK).map(({ body }) => (body as { email: string }).email)
  expect(sent).toEqual(['caio@exemplo.test', 'caio@exemplo.test'])
  answerCalls({ [ASK]: { status: 429, body: { message: 'Muitas tentativas.' } } })
  await button('Enviar de novo').click()
  await expect.element(toast('Muitas tentativas.')).toBeVisible()
  await button('Usar outro e-mail').click()
  await expect.element(field('Email')).toHaveValue('caio@exemplo.test')
})

test('with the second factor it asks for the code', async () => {
  answerRead()
  answerCalls({
    [CONFIRM]: { status: 401, body: { code: 'second_factor_needed', challenge: 'desafio' } },
    'POST /login/second-factor': { body: { data: SESSION } },
  })
  const location = await open()
  await button('Entrar').click()
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('Verificação em duas etapas')
  await field('Código de verificação').fill('123456')
  await button('Entrar').click()
  await expect.poll(() => location().pathname).toBe('/participante/eventos')
  expect(sentCalls('POST /login/second-factor').map(({ body }) => body)).toMatchObject([
    { challenge: 'desafio', code: '123456' },
  ])
})
