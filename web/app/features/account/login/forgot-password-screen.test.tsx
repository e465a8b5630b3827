import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import {
  button,
  closeToasts,
  expectFieldError,
  field,
  renderScreen,
  toast,
} from '#web-test/render-screen.tsx'
import ForgotPasswordScreen from './forgot-password-screen.tsx'

// Specification, page 1: §2.5, §5 and §8 of the password recovery.

const REQUEST = 'POST /resetPassword'
const open = () => renderScreen(<ForgotPasswordScreen />, { route: '/recuperar-senha' })
const title = () => page.getByRole('heading', { level: 1 })

async function ask(email: string): Promise<void> {
  await field('Email').fill(email)
  await button('Enviar').click()
}

test("'Recuperar Senha'; empty: 'O campo e-mail é obrigatório.' and 'Por favor, insira seu e-mail.'; invalid: 'O campo precisa conter um email válido'", async () => {
  await open()
  await expect.element(title()).toHaveTextContent('Recuperar Senha')
  await ask('')
  await expectFieldError(field('Email'), 'O campo e-mail é obrigatório.')
  await expect.element(toast('Por favor, insira seu e-mail.')).toBeVisible()
  await ask('caio@')
  await expectFieldError(field('Email'), 'O campo precisa conter um email válido')
  expect(sentCalls(REQUEST)).toEqual([])
})

test('starts with the e-mail typed at the log-in, and passes it back', async () => {
  answerCalls({ [REQUEST]: {} })
  const location = await renderScreen(<ForgotPasswordScreen />, {
    route: '/recuperar-senha',
    state: { email: 'caio@exemplo.test' },
  })
  await expect.element(field('Email')).toHaveValue('caio@exemplo.test')
  await button('Enviar').click()
  await page.getByRole('link', { name: 'Ir para o login' }).click()
  await expect.poll(location).toMatchObject({ pathname: '/login', state: { email: 'caio@exemplo.test' } })
})

test("success shows the server's message and allows another e-mail address", async () => {
  const message = 'Se o e-mail estiver cadastrado, você receberá as instruções em instantes.'
  answerCalls({ [REQUEST]: { body: { message } } })
  localStorage.setItem('device', 'd'.repeat(43))
  await open()
  await ask('ninguem@exemplo.test')
  await expect.element(toast(message)).toBeVisible()
  await expect.element(title()).toHaveTextContent('Confira seu e-mail')
  expect(sentCalls(REQUEST).map(({ body }) => body)).toEqual([
    { email: 'ninguem@exemplo.test', device_token: 'd'.repeat(43) },
  ])
  await button('Usar outro e-mail').click()
  await expect.element(field('Email')).toBeEnabled()
})

const FAILURES = [
  ['a message', { status: 429, body: { message: 'Muitas tentativas.' } }, 'Muitas tentativas.'],
  ['no message', { status: 500 }, 'Ocorreu um erro desconhecido.'],
  ['an invalid response', { body: 'oi' }, 'Ocorreu um erro ao processar sua solicitação.'],
] as const
test("a failure shows its message, else the default message; no connection: 'Erro de conexão.'", {
  tags: 'operation',
}, async () => {
  await open()
  await ask('caio@exemplo.test')
  await expect.element(toast('Erro de conexão.')).toBeVisible()
  await closeToasts()
  for (const [_what, answer, message] of FAILURES) {
    answerCalls({ [REQUEST]: answer })
    await ask('caio@exemplo.test')
    await expect.element(toast(message)).toBeVisible()
    await closeToasts()
  }
})

test.each([422, 200])('%i: a field error shows under the field and as toast', async (status) => {
  const errors = { email: ['Este não.'] }
  answerCalls({ [REQUEST]: { status, body: { message: 'Erro de validação', errors } } })
  await open()
  await ask('caio@exemplo.test')
  await expectFieldError(field('Email'), 'Este não.')
  await expect.element(toast('Este não.')).toBeVisible()
  await expect.element(field('Email')).toHaveFocus()
})

test('back at the log-in, the e-mail and the requested page are still known', async () => {
  const location = await renderScreen(<ForgotPasswordScreen />, {
    route: '/recuperar-senha',
    state: { from: '/participante/perfil' },
  })
  await field('Email').fill('caio@exemplo.test')
  await page.getByRole('link', { name: 'Voltar para o login' }).click()
  await expect.poll(location).toMatchObject({
    pathname: '/login',
    state: { email: 'caio@exemplo.test', from: '/participante/perfil' },
  })
})
