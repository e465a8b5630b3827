import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen } from '../../../../test/render-screen.tsx'
import EmailVerificationScreen from './email-verification-screen.tsx'

// Specification, page 1, §2.4: the verification result.

const RESULTS = [
  ['?status=success', 'Email verificado com sucesso.'],
  ['?status=success&message=Tudo certo', 'Tudo certo'],
  ['?status=error', 'Ocorreu um erro ao verificar seu e-mail.'],
  ['?status=error&message=Link vencido', 'Link vencido'],
  ['', 'Ocorreu um erro ao verificar seu e-mail.'],
] as const
test.each(RESULTS)(
  "shows success or error with the given message, else the default: '%s': '%s'",
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

test('a race that waits is named to the login', async () => {
  await renderScreen(<EmailVerificationScreen />, {
    route: '/confirmacao-email',
    path: '/confirmacao-email?status=success&evento=corrida-das-serras',
  })
  await expect
    .element(page.getByRole('link', { name: 'Ir para o login' }))
    .toHaveAttribute('href', '/login?evento=corrida-das-serras')
})
