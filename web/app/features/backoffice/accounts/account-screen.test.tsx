// @module-tag operation
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { AccountDetail } from '#contract/backoffice/accounts.ts'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { button, expectFieldError, renderScreen, signIn, toast } from '#web-test/render-screen.tsx'
import AccountScreen from './account-screen.tsx'

// `/participantes/:id`: what Admin does for the person of an account.

const CPF_CHANGE = 'PUT /admin/participants/9/cpf'
const REMOVAL = 'DELETE /admin/participants/9'
const ACCOUNT: AccountDetail = {
  id: 9,
  name: 'Bruna Prado',
  email: 'bruna@exemplo.test',
  phone: null,
  email_verified: true,
  blocked_at: null,
  created_at: '2026-11-01T12:00:00Z',
  blocked_reason: null,
  cpf: '52998224725',
  birth_date: '14/08/1991',
  sex: 1,
  emergency_contact: null,
  emergency_contact_phone: null,
  address: null,
  open_sessions: 0,
  last_seen_at: null,
  has_second_factor: false,
  receives_promotions: null,
  receives_event_updates: null,
  registrations: [],
  similar_accounts: [],
}

const dialog = () => page.getByRole('dialog')

function show() {
  signIn(['Admin'])
  answerCalls({ 'GET /admin/participants/9': { body: { data: ACCOUNT } } })
  return renderScreen(<AccountScreen />, { route: '/participantes/:id', path: '/participantes/9' })
}

test('a CPF is corrected with a reason once a document was checked', async () => {
  await show()
  await button('Mais ações').click()
  await button('Corrigir CPF').click()
  await dialog()
    .getByLabelText(/^CPF certo/)
    .fill('390.533.447-05')
  await dialog()
    .getByLabelText(/^Motivo/)
    .fill('RG conferido')
  await button('Corrigir').click()
  const checked = dialog().getByRole('checkbox')
  await expectFieldError(checked, 'Confira antes um documento com foto de quem pede')
  expect(sentCalls(CPF_CHANGE)).toEqual([])

  await checked.click()
  answerCalls({ [CPF_CHANGE]: { body: { message: 'CPF corrigido.' } } })
  await button('Corrigir').click()
  await expect.element(toast('CPF corrigido.')).toBeVisible()
  expect(sentCalls(CPF_CHANGE).at(-1)?.body).toEqual({
    cpf: '39053344705',
    reason: 'RG conferido',
    document_checked: true,
  })
})

test("the person's data are removed with a reason", async () => {
  const location = await show()
  await button('Mais ações').click()
  await button('Apagar').click()
  await dialog().getByRole('button', { name: 'Apagar' }).click()
  await expectFieldError(dialog().getByRole('textbox'), 'Informe o motivo')
  await dialog().getByRole('textbox').fill('Pedido por e-mail')
  answerCalls({ [REMOVAL]: { body: { message: 'Dados da pessoa removidos.' } } })
  await dialog().getByRole('button', { name: 'Apagar' }).click()
  await expect.element(toast('Dados da pessoa removidos.')).toBeVisible()
  await expect.poll(() => location().pathname).toBe('/participantes')
  expect(sentCalls(REMOVAL).at(-1)?.body).toEqual({ reason: 'Pedido por e-mail' })
})
