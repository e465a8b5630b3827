import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { button, expectFieldError, field, renderScreen, toast } from '#web-test/render-screen.tsx'
import ResetPasswordScreen from './reset-password-screen.tsx'

// Specification, page 1, §5 and §8: the page that sets a new password.

const CONFIRM = 'POST /resetPassword/confirm'
const DEAD = 'O link é inválido ou já foi usado. Solicite um novo.'
const open = (query: string) =>
  renderScreen(<ResetPasswordScreen />, { route: '/redefinir-senha', path: `/redefinir-senha${query}` })

async function setPassword(password: string, again = password): Promise<void> {
  await field('Nova senha').fill(password)
  await field('Confirme a nova senha').fill(again)
  await button('Salvar nova senha').click()
}

test('without a token the form is not shown', async () => {
  await open('')
  await expect.element(page.getByRole('main').getByRole('alert')).toHaveTextContent(DEAD)
  expect(page.getByRole('textbox').elements()).toHaveLength(0)
})

const RULES = [
  ['', '', 'Nova senha', 'Senha obrigatória'],
  ['1234567', '1234567', 'Nova senha', 'O campo precisa ter pelo menos 8 caracteres'],
  ['corro aos sábados', '', 'Confirme a nova senha', 'Confirmação de senha obrigatória'],
  ['corro aos sábados', 'corro aos domingos', 'Confirme a nova senha', 'As senhas não conferem'],
] as const
test("field errors show under their fields; a failure without a message: 'Erro ao trocar a senha. Tente novamente.'", {
  tags: 'operation',
}, async () => {
  await open('?token=qualquer')
  for (const [password, again, label, message] of RULES) {
    await setPassword(password, again)
    await expectFieldError(field(label), message)
  }
  expect(sentCalls(CONFIRM)).toEqual([])
  answerCalls({ [CONFIRM]: { status: 500 } })
  await setPassword('corro aos sábados')
  await expect.element(toast('Erro ao trocar a senha. Tente novamente.')).toBeVisible()
  await expect.element(field('Nova senha')).toHaveFocus()
})

test.each([422, 200])('%i: a refused password is told under its field', async (status) => {
  const errors = { password: ['Escolha outra senha.'] }
  answerCalls({ [CONFIRM]: { status, body: { message: 'Erro de validação', errors } } })
  await open('?token=qualquer')
  await setPassword('corro aos sábados')
  await expectFieldError(field('Nova senha'), 'Escolha outra senha.')
})

test('reports a used link before a password is typed', async () => {
  answerCalls({ 'POST /resetPassword/read': { status: 400, body: { message: DEAD } } })
  await open('?token=usado')
  await expect.element(page.getByRole('main').getByRole('alert')).toHaveTextContent(DEAD)
  expect(page.getByRole('textbox').elements()).toHaveLength(0)
  expect(sentCalls('POST /resetPassword/read').map(({ body }) => body)).toEqual([{ token: 'usado' }])
})

test('sets a new password; the log-in starts with the e-mail of the account', async () => {
  answerCalls({
    'POST /resetPassword/read': { body: { data: { email: 'caio@exemplo.test' } } },
    [CONFIRM]: { body: { data: { device_token: 'd'.repeat(43) } } },
  })
  const location = await open('?token=bom')
  await setPassword('corro aos sábados')
  await expect.poll(location).toMatchObject({ pathname: '/login', state: { email: 'caio@exemplo.test' } })
})

test('a link that was used meanwhile replaces the form with a way to request a new one', async () => {
  answerCalls({ [CONFIRM]: { status: 400, body: { message: DEAD } } })
  const location = await open('?token=usado')
  await setPassword('corro aos sábados')
  await expect.element(page.getByRole('main').getByRole('alert')).toHaveTextContent(DEAD)
  await page.getByRole('link', { name: 'Solicitar um novo link' }).click()
  await expect.poll(() => location().pathname).toBe('/recuperar-senha')
})
