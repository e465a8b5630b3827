// @module-tag operation
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { RefundTask } from '#contract/payment/refund-tasks.ts'
import { answerCalls, listOf, sentCalls } from '#web-test/answers.ts'
import { expectText, field, renderScreen, signIn, toast } from '#web-test/render-screen.tsx'
import RefundsScreen from './refunds-screen.tsx'

const LIST = 'GET /admin/refunds'
const TASK: RefundTask = {
  id: 9,
  amount: '110.00',
  reason: 'withdrawal',
  reason_label: 'Desistência dentro do prazo legal',
  status: 'needs_person',
  status_label: 'Em tratamento',
  requested_at: '2026-11-20T13:21:00Z',
  done_at: null,
  request_url: null,
  receipt_url: null,
  message: 'A devolução está sendo tratada pela nossa equipe.',
  registration: { id: 7, participant: 'Bruna Prado' },
  payment_type: 0,
  asked_by: 'Carla Reis',
  event: { id: 3, name: 'Corrida do Farol' },
  organizer: { id: 2, name: 'Ilha Run' },
  provider: 'sandbox',
  charge_id: 'cob_1',
  failure_reason: 'O saldo da conta é insuficiente para o estorno.',
  note: null,
  approved_by: null,
  obstacle: 'refused',
  pix_key: null,
  exported_at: null,
  can_refuse: false,
  is_overdue: false,
}
const REQUEST: RefundTask = {
  ...TASK,
  id: 10,
  status: 'requested',
  reason: 'policy',
  obstacle: null,
  can_refuse: true,
  failure_reason: null,
  registration: { id: 8, participant: 'Davi Lima' },
}
const OVERDUE: RefundTask = {
  ...TASK,
  id: 13,
  status: 'sent',
  obstacle: null,
  failure_reason: null,
  is_overdue: true,
  registration: { id: 14, participant: 'Rui Melo' },
}
const DONE: RefundTask = {
  ...TASK,
  id: 11,
  status: 'done',
  obstacle: null,
  failure_reason: null,
  done_at: '2026-11-20T13:25:00Z',
  registration: { id: 12, participant: 'Lia Prado' },
}

const row = (text: string) => page.getByRole('row').filter({ hasText: text })
async function open() {
  signIn(['Empresa'])
  answerCalls({ [LIST]: listOf([TASK, REQUEST, OVERDUE, DONE]) })
  const location = await renderScreen(<RefundsScreen />, { route: '/empresa/devolucoes' })
  await expectText(row('Bruna Prado'), 'O saldo da conta é insuficiente para o estorno.')
  await expectText(
    row('Rui Melo'),
    'Atrasada: mais de 10 dias. Acerte também a correção monetária (CDC, art. 49).',
  )
  return location
}
async function choose(name: string, action: string) {
  await page.getByRole('button', { name: `Ações da devolução de ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('a refund is retried, or recorded as paid in another way', async () => {
  await open()
  answerCalls({
    'POST /admin/refunds/9/retry': { body: { message: 'A devolução será tentada de novo em instantes.' } },
  })
  await choose('Bruna Prado', 'Tentar de novo')
  await page.getByRole('dialog').getByRole('button', { name: 'Tentar de novo' }).click()
  await expect.element(toast('A devolução será tentada de novo em instantes.')).toBeVisible()
  expect(sentCalls('POST /admin/refunds/9/retry').map(({ body }) => body)).toEqual([{ note: '' }])

  answerCalls({ 'POST /admin/refunds/9/done': { body: { message: 'Devolução registrada como feita.' } } })
  await choose('Bruna Prado', 'Já foi feita')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Já foi feita' }).click()
  await expect.element(dialog.getByText('Diga como a devolução foi feita.')).toBeVisible()
  await dialog.getByRole('textbox').fill('Pix da conta da empresa.')
  await dialog.getByRole('button', { name: 'Já foi feita' }).click()
  await expect.element(toast('Devolução registrada como feita.')).toBeVisible()
  expect(sentCalls('POST /admin/refunds/9/done').map(({ body }) => body)).toEqual([
    { note: 'Pix da conta da empresa.' },
  ])
})

test('a request is refused with a reason; a completed refund has no actions', async () => {
  await open()
  await expect
    .element(page.getByRole('button', { name: 'Ações da devolução de Lia Prado' }))
    .not.toBeInTheDocument()
  const changed = 'O estado deste registro mudou. Recarregue a página.'
  answerCalls({
    'POST /admin/refunds/10/refuse': { status: 409, body: { message: changed, exception: changed } },
  })
  await choose('Davi Lima', 'Recusar')
  const dialog = page.getByRole('dialog')
  await expectText(dialog, 'R$ 110,00 de Davi Lima, em Corrida do Farol.')
  await dialog.getByRole('button', { name: 'Recusar' }).click()
  await expect.element(dialog.getByText('Diga por que a devolução foi recusada.')).toBeVisible()
  expect(sentCalls('POST /admin/refunds/10/refuse')).toEqual([])
  await dialog.getByRole('textbox').fill('O kit já foi retirado.')
  await dialog.getByRole('button', { name: 'Recusar' }).click()
  await expect.element(toast(changed)).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('the list is filtered by status', async () => {
  const location = await open()
  answerCalls({ [LIST]: listOf([]) })
  await field('Situação das devoluções').selectOptions('Em tratamento')
  await expect.element(page.getByText('Nenhuma devolução aqui.')).toBeVisible()
  expect(location().search).toBe('?situacao=needs_person')
})

test('refunds that need a person are chosen together for the bank file, and recorded as done', async () => {
  await open()
  const none = { name: 'Escolher a devolução de Davi Lima' }
  await expect.element(page.getByRole('checkbox', none)).not.toBeInTheDocument()
  await page.getByRole('checkbox', { name: 'Escolher a devolução de Bruna Prado' }).click()
  await expectText(page.getByRole('group', { name: 'Devoluções escolhidas' }), '1 devolução escolhida')
  answerCalls({ 'GET /admin/refunds/ids': { body: { data: [9, 15, 16] } } })
  await page.getByRole('button', { name: 'Escolher todas em tratamento' }).click()
  await expectText(page.getByRole('group', { name: 'Devoluções escolhidas' }), '3 devoluções escolhidas')

  const refusal = 'Nenhuma das devoluções escolhidas tem uma chave Pix confirmada.'
  answerCalls({
    'POST /admin/refunds/export': { status: 409, body: { message: refusal, exception: refusal } },
  })
  await page.getByRole('button', { name: 'Arquivo para o banco' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Baixar CSV' }).click()
  await expect.element(toast(refusal)).toBeVisible()
  answerCalls({ 'POST /admin/refunds/export': { body: 'Devolução;Nome' } })
  await page.getByRole('button', { name: 'Arquivo para o banco' }).click()
  await dialog.getByRole('checkbox', { name: 'Incluir as que já estão num arquivo' }).click()
  await dialog.getByRole('button', { name: 'Baixar CSV' }).click()
  await expect
    .element(toast('Arquivo baixado. Depois de pagar, registre as devoluções como feitas.'))
    .toBeVisible()
  expect(sentCalls('POST /admin/refunds/export').map(({ body }) => body)).toEqual([
    { ids: [9, 15, 16], again: false },
    { ids: [9, 15, 16], again: true },
  ])

  answerCalls({ 'POST /admin/refunds/done': { body: { data: { handled: 2, skipped: 1 } } } })
  await page.getByRole('button', { name: 'Já foram feitas' }).click()
  await dialog.getByRole('textbox').fill('Pix do banco.')
  await dialog.getByRole('button', { name: 'Já foram feitas' }).click()
  await expect.element(toast('2 devoluções registradas como feitas. 1 devolução sem mudança.')).toBeVisible()
  await expectText(page.getByRole('group', { name: 'Devoluções escolhidas' }), 'Nenhuma devolução escolhida')
})

test('what the law requires has no button to refuse it; what is in a file has none to retry', async () => {
  await open()
  answerCalls({
    [LIST]: listOf([
      { ...TASK, obstacle: 'too_old', pix_key: 'confirmed', exported_at: '2026-11-20T15:00:00Z' },
    ]),
  })
  await field('Devoluções por Pix').selectOptions('Num arquivo para o banco')
  await expectText(row('Bruna Prado'), 'O Pix foi pago há mais de 90 dias')
  await expectText(row('Bruna Prado'), 'No arquivo para o banco desde')
  await page.getByRole('button', { name: 'Ações da devolução de Bruna Prado' }).click()
  const items = page.getByRole('menuitem')
  await expect.element(items.first()).toBeVisible()
  expect(items.elements().map(({ textContent }) => textContent)).toEqual(['Já foi feita', 'Pedir chave Pix'])
})
