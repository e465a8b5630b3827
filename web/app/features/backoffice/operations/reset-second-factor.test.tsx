// @module-tag operation
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { button, expectFieldError, renderScreen, signIn, toast } from '#web-test/render-screen.tsx'
import { ResetSecondFactor } from './reset-second-factor.tsx'

test('asks for a reason, the password and a code', async () => {
  const path = 'DELETE /admin/accounts/9/second-factor'
  signIn(['Admin'])
  answerCalls({
    'GET /me/second-factor': {
      body: { data: { enabled_at: '2026-01-01T12:00:00Z', required: true, recovery_codes_left: 10 } },
    },
    [path]: { status: 422, body: { errors: { reason: ['Informe o motivo'] } } },
  })
  await renderScreen(<ResetSecondFactor account={{ id: 9, name: 'Bruna Prado' }} invalidates={['staff']} />, {
    route: '/equipe/9',
  })
  await button('Remover verificação em duas etapas').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('Sua senha', { exact: true }).fill('segredo')
  await dialog.getByLabelText('Código de verificação').fill('123456')
  await dialog.getByRole('button', { name: 'Remover', exact: true }).click()
  await expectFieldError(dialog.getByLabelText('Motivo'), 'Informe o motivo')
  answerCalls({ [path]: { body: { message: 'Verificação em duas etapas removida.' } } })
  await dialog.getByLabelText('Motivo').fill('Perdeu o celular')
  await dialog.getByRole('button', { name: 'Remover', exact: true }).click()
  await expect.element(toast('Verificação em duas etapas removida.')).toBeVisible()
  expect(sentCalls(path).at(-1)?.body).toEqual({
    reason: 'Perdeu o celular',
    current_password: 'segredo',
    code: '123456',
  })
})
