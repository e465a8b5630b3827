import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls } from '#web-test/answers.ts'
import { button, expectFieldError, expectText, renderScreen, toast } from '#web-test/render-screen.tsx'
import { ChangePasswordDialog } from './change-password-dialog.tsx'

// Specification, page 1, §8: password change.

const dialog = () => page.getByRole('dialog', { name: 'Trocar Senha' })
const inDialog = (label: string) => dialog().getByLabelText(label, { exact: true })

async function open() {
  const onClose = vi.fn()
  await renderScreen(<ChangePasswordDialog open email="bruna@exemplo.test" onClose={onClose} />)
  return onClose
}
async function submit(current: string, password: string, again = password): Promise<void> {
  await inDialog('Senha atual').fill(current)
  await inDialog('Nova senha').fill(password)
  await inDialog('Confirme a nova senha').fill(again)
  await button('Salvar').click()
}

const RULES = [
  ['', 'nova e melhor', 'nova e melhor', 'Senha atual', 'Senha atual obrigatória'],
  ['corro aos sábados', '', '', 'Confirme a nova senha', 'Confirmação de senha obrigatória'],
  ['corro aos sábados', 'nova e melhor', 'outra', 'Confirme a nova senha', 'As senhas não conferem'],
] as const
test("field errors show under their fields; no message: 'Erro ao trocar a senha. Tente novamente.'", {
  tags: 'operation',
}, async () => {
  const onClose = await open()
  for (const [current, password, again, label, message] of RULES) {
    await submit(current, password, again)
    await expectFieldError(inDialog(label), message)
  }
  answerCalls({ 'POST /changePassword': { status: 500 } })
  await submit('corro aos sábados', 'nova e melhor')
  await expect.element(toast('Erro ao trocar a senha. Tente novamente.')).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
})

test.each([422, 200])(
  '%i: a wrong current password shows an error under its field and a toast',
  async (status) => {
    await open()
    const errors = { current_password: ['Senha incorreta.'] }
    answerCalls({ 'POST /changePassword': { status, body: { message: 'Erro de validação', errors } } })
    await submit('não é esta', 'nova e melhor')
    await expectFieldError(inDialog('Senha atual'), 'Senha incorreta.')
    await expectText(toast('Erro de validação'), 'Erro de validação')
  },
)

test("success: shows the server's message, else 'Senha alterada com sucesso.', and closes the dialog", async () => {
  const onClose = await open()
  answerCalls({ 'POST /changePassword': { body: { status: 200 } } })
  await submit('corro aos sábados', 'nova e melhor')
  await expect.element(toast('Senha alterada com sucesso.')).toBeVisible()
  expect(onClose).toHaveBeenCalledOnce()
})

test('a refused new password is told when its field is left', async () => {
  await open()
  await inDialog('Nova senha').fill('qwertyuiop')
  await inDialog('Confirme a nova senha').click()
  await expectFieldError(inDialog('Nova senha'), 'uma das mais usadas no mundo')
})
