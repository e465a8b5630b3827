import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { getSession } from '#web/session/session.ts'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { expectText, renderScreen, signIn } from '#web-test/render-screen.tsx'
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

test('does not replace the session of whoever is signed in', async () => {
  onTestFinished(() => localStorage.clear())
  signIn(['Participante'])
  const location = await renderScreen(<EmailVerificationScreen />, {
    route: '/confirmacao-email',
    path: '/confirmacao-email?status=success#segredo',
  })
  await expect.element(page.getByRole('alert')).toHaveTextContent('Email verificado com sucesso.')
  expect(location()).toMatchObject({ pathname: '/confirmacao-email', hash: '' })
  expect(sentCalls('POST /login/verified')).toEqual([])
  expect(getSession()?.user.email).toBe('bruna@exemplo.test')
})
