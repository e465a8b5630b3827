import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { getSession } from '#web/session/session.ts'
import { answerCalls, holdCalls, sentCalls } from '#web-test/answers.ts'
import { expectText, renderScreen, signIn, toast } from '#web-test/render-screen.tsx'
import { getSignUpSecret, newSignUpSecret } from '../sign-up-secret.ts'
import EmailVerificationScreen from './email-verification-screen.tsx'

// Specification, page 1, §2.4: the verification result.

const RESULTS = [
  ['?status=success', 'Email verificado com sucesso.'],
  ['?status=success&message=Email verificado com sucesso.', 'Email verificado com sucesso.'],
  ['?status=error', 'Ocorreu um erro ao verificar seu e-mail.'],
  [
    '?status=error&message=O link é inválido ou já foi usado. Solicite um novo.',
    'O link é inválido ou já foi usado. Solicite um novo.',
  ],
  ['?status=error&message=Este e-mail já está cadastrado.', 'Este e-mail já está cadastrado.'],
  ['', 'Ocorreu um erro ao verificar seu e-mail.'],
] as const
test.each(RESULTS)(
  "shows success or error with the product's message, else the default: '%s': '%s'",
  async (query, message) => {
    await renderScreen(<EmailVerificationScreen />, {
      route: '/confirmacao-email',
      path: `/confirmacao-email${query}`,
    })
    await expect.element(page.getByRole('alert')).toHaveTextContent(message)
    await expect
      .element(page.getByRole('link', { name: 'Ir para o login' }))
      .toHaveAttribute('href', '/login')
  },
)

test.each([
  ['?status=success&message=Conta bloqueada. Ligue 0800 000 0000', 'Email verificado com sucesso.'],
  ['?status=success&message=Este e-mail já está cadastrado.', 'Email verificado com sucesso.'],
  ['?status=error&message=Ligue 0800 000 0000', 'Ocorreu um erro ao verificar seu e-mail.'],
])("does not show a message from another source: '%s'", async (query, message) => {
  await renderScreen(<EmailVerificationScreen />, {
    route: '/confirmacao-email',
    path: `/confirmacao-email${query}`,
  })
  await expect.element(page.getByRole('alert')).toHaveTextContent(message)
  expect(document.body.textContent).not.toContain('0800')
})

test('the link to the log-in names the race whose registration waits', async () => {
  await renderScreen(<EmailVerificationScreen />, {
    route: '/confirmacao-email',
    path: '/confirmacao-email?status=success&evento=corrida-das-serras',
  })
  await expect
    .element(page.getByRole('link', { name: 'Ir para o login' }))
    .toHaveAttribute('href', '/login?evento=corrida-das-serras')
})

test('the link to the log-in asks for the alert that waits', async () => {
  answerCalls({ 'GET /events/slug/noturna': { body: { data: { title: 'Noturna' } } } })
  await renderScreen(<EmailVerificationScreen />, {
    route: '/confirmacao-email',
    path: '/confirmacao-email?status=success&evento=noturna&avisar=1',
  })
  await expectText(page.getByRole('main'), 'Agora é só entrar para receber o aviso de Noturna.')
  await expect
    .element(page.getByRole('link', { name: 'Ir para o login' }))
    .toHaveAttribute('href', '/login?evento=noturna&avisar=1')
})

test('names the race whose registration waits, and the log-in leads back to it', async () => {
  answerCalls({ 'GET /events/slug/corrida-das-serras': { body: { data: { title: 'Corrida das Serras' } } } })
  await renderScreen(<EmailVerificationScreen />, {
    route: '/confirmacao-email',
    path: '/confirmacao-email?status=success&evento=corrida-das-serras',
  })
  await expectText(
    page.getByRole('main'),
    'Agora é só entrar para continuar a sua inscrição em Corrida das Serras.',
  )
  await expect
    .element(page.getByRole('link', { name: 'Ir para o login' }))
    .toHaveAttribute('href', '/login?evento=corrida-das-serras')
})

describe('a link with the secret of a new account', () => {
  const VERIFIED = 'POST /login/verified'
  const user = { id: 2, name: 'Caio Luz', email: 'caio@exemplo.test', image: null, organizer: null }
  const session = { token: 'token', user, roles: ['Participante'], permissions: [] }
  const open = () =>
    renderScreen(<EmailVerificationScreen />, {
      route: '/confirmacao-email',
      path: '/confirmacao-email?status=success#segredo',
    })
  const expectVerified = () =>
    expect.element(page.getByRole('alert')).toHaveTextContent('Email verificado com sucesso.')

  test('logs in the browser that created the account', async () => {
    const secret = newSignUpSecret()
    answerCalls({ [VERIFIED]: { body: { data: { email: user.email, session } } } })
    const location = await open()
    await expect.element(toast('Email verificado com sucesso.')).toBeVisible()
    await expect.poll(() => location().pathname).toBe('/participante/eventos')
    expect(sentCalls(VERIFIED).map(({ body }) => body)).toEqual([
      { token: 'segredo', sign_up_secret: secret },
    ])
    expect(getSession()?.user).toEqual(user)
    expect(getSignUpSecret()).toBeNull()
  })

  test('sends nobody to the log-in before it has answered', async () => {
    const release = holdCalls()
    answerCalls({ [VERIFIED]: { body: { data: { email: user.email, session: null } } } })
    await open()
    await expect.element(page.getByText('Verificando seu e-mail...')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Ir para o login' })).not.toBeInTheDocument()
    release()
    await expect.element(page.getByRole('link', { name: 'Ir para o login' })).toBeVisible()
  })

  test('begins the log-in with the e-mail elsewhere', async () => {
    answerCalls({ [VERIFIED]: { body: { data: { email: user.email, session: null } } } })
    const location = await open()
    await expectVerified()
    expect(location().hash).toBe('')
    await page.getByRole('link', { name: 'Ir para o login' }).click()
    await expect.poll(location).toMatchObject({ pathname: '/login', state: { email: user.email } })
    expect(getSession()).toBeNull()
  })

  test.each([{ status: 400 }, null])('refused or unanswered it leads to the log-in: %j', async (answer) => {
    if (answer) answerCalls({ [VERIFIED]: answer })
    const location = await open()
    await expectVerified()
    await page.getByRole('link', { name: 'Ir para o login' }).click()
    await expect.poll(location).toMatchObject({ pathname: '/login', state: null })
  })

  test('does not replace the session of whoever is signed in', async () => {
    signIn(['Participante'])
    const location = await open()
    await expectVerified()
    expect(location()).toMatchObject({ pathname: '/confirmacao-email', hash: '' })
    expect(sentCalls(VERIFIED)).toEqual([])
    expect(getSession()?.user.email).toBe('bruna@exemplo.test')
  })
})
