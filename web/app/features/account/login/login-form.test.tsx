import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerCalls, holdCalls, sentCalls } from '#web-test/answers.ts'
import {
  button,
  closeToasts,
  expectFieldError,
  field,
  renderScreen,
  toast,
} from '#web-test/render-screen.tsx'
import { LoginForm } from './login-form.tsx'

// Specification, page 1: §2.2 form, §5 rules, §8 messages of the login.

const open = () => renderScreen(<LoginForm email={undefined} onChallenge={vi.fn()} />)
const press = () => button('Entrar').click()
async function submit(email: string, password: string): Promise<void> {
  await field('Email').fill(email)
  await field('Senha').fill(password)
  await press()
}
const alert = () => page.getByRole('main').getByRole('alert')

const RULES = [
  ['no e-mail', '', 'corro aos sábados', 'Email', 'O campo é obrigatório'],
  ['an invalid e-mail', 'caio@', 'corro aos sábados', 'Email', 'O campo precisa conter um email válido'],
  ['no password', 'caio@exemplo.test', '', 'Senha', 'O campo é obrigatório'],
  ['4 characters', 'caio@exemplo.test', '1234', 'Senha', 'O campo precisa ter pelo menos 5 caracteres'],
] as const
test("each field's sentence, and 'Por favor, corrija os erros de validação.'", async () => {
  await open()
  for (const [_what, email, password, label, message] of RULES) {
    await submit(email, password)
    await expectFieldError(field(label), message)
    await expect.element(field(label)).toHaveFocus()
    await expect.element(toast('Por favor, corrija os erros de validação.')).toBeVisible()
    await closeToasts()
  }
})

test('typing clears the error under its field, and only that', async () => {
  await open()
  await press()
  const required = page.getByText('O campo é obrigatório')
  await expect.poll(() => required.elements()).toHaveLength(2)
  await field('Senha').click()
  await userEvent.keyboard('a')
  await expect.poll(() => required.elements()).toHaveLength(1)
  await expectFieldError(field('Email'), 'O campo é obrigatório')
})

const INCOMPLETE = [
  ['token', { user: { id: 1, name: 'Caio' }, roles: [], permissions: [] }],
  ['user', { token: 'x', roles: [], permissions: [] }],
  ['roles', { token: 'x', user: { id: 1, name: 'Caio' }, permissions: [] }],
] as const
test.each(INCOMPLETE)(
  "a response without %s is a failure: 'Erro ao tentar autenticar.'",
  async (_missing, data) => {
    answerCalls({ 'POST /login': { body: { status: 200, data } } })
    await open()
    await submit('caio@exemplo.test', '12345')
    await expect.element(alert()).toHaveTextContent('Erro ao tentar autenticar.')
    expect(localStorage.getItem('token')).toBeNull()
  },
)

test('the password can be shown and hidden', async () => {
  await open()
  await field('Senha').fill('segredo')
  await expect.element(field('Senha')).toHaveAttribute('type', 'password')
  await button('Mostrar ou ocultar senha').click()
  await expect.element(field('Senha')).toHaveAttribute('type', 'text')
})

test('while submitting the fields are disabled and a spinner shows', async () => {
  answerCalls({
    'POST /login': { status: 401, body: { status: 401, message: 'E-mail ou senha incorretos.' } },
  })
  const release = holdCalls()
  await open()
  await submit('caio@exemplo.test', '12345')
  await expect.element(field('Email')).toBeDisabled()
  await expect.element(field('Senha')).toBeDisabled()
  await expect.element(button('Entrar')).toHaveAttribute('data-loading', 'true')
  release()
  await expect.element(field('Senha')).toBeEnabled()
  await expect.element(field('Senha')).toHaveFocus()
})

const FAILURES = [
  ['the message', { message: 'Hoje não.', errors: { email: ['Este não.'] } }, 'Hoje não.'],
  ['else the e-mail error', { errors: { email: ['Este não.'], password: ['Esta não.'] } }, 'Este não.'],
  ['else the password error', { errors: { password: ['Esta não.'] } }, 'Esta não.'],
  ['else the default', {}, 'Erro ao tentar autenticar.'],
] as const
test.each([422, 200])(
  '%i: a failure shows the message, else an error, else the default, as alert and toast',
  { tags: 'operation' },
  async (status) => {
    await open()
    for (const [_which, body, message] of FAILURES) {
      answerCalls({ 'POST /login': { status, body } })
      await submit('caio@exemplo.test', '12345')
      await expect.element(alert()).toHaveTextContent(message)
      await expect.element(toast(message)).toBeVisible()
      await closeToasts()
    }
  },
)

test("an unexpected exception: 'Ocorreu um erro inesperado ao fazer login.'", async () => {
  answerCalls({ 'POST /login': { body: 'isto não é JSON' } })
  await open()
  await submit('caio@exemplo.test', '12345')
  await expect.element(toast('Ocorreu um erro inesperado ao fazer login.')).toBeVisible()
})

test("no connection: 'Erro de conexão.'", async () => {
  await open()
  await submit('caio@exemplo.test', '12345')
  await expect.element(toast('Erro de conexão.')).toBeVisible()
  await expect.element(alert()).toHaveTextContent('Erro de conexão.')
})

test("403: 'Erro ao reenviar o e-mail.'", async () => {
  answerCalls({
    'POST /login': { status: 403, body: { message: 'Seu e-mail ainda não foi verificado.' } },
    'POST /email/resend': { status: 500 },
  })
  await open()
  await submit('caio@exemplo.test', '12345')
  await button('Reenviar e-mail de verificação').click()
  await expect.element(toast('Erro ao reenviar o e-mail.')).toBeVisible()
  expect(sentCalls('POST /email/resend')).toHaveLength(1)
})
