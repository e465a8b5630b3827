// @module-tag operation
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { RefundSums } from '#contract/payment/refund.ts'
import type { RefundTask } from '#contract/payment/refund-tasks.ts'
import { answerCalls, listOf, sentCalls } from '#web-test/answers.ts'
import { expectText, field, renderScreen, setScreenSize, signIn, toast } from '#web-test/render-screen.tsx'
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

const SUMS: RefundSums = [
  { status: 'needs_person', refunds: 1, amount: '110.00' },
  { status: 'requested', refunds: 1, amount: '110.00' },
  { status: 'done', refunds: 29, amount: '3190.00' },
  { status: 'sent', refunds: 1, amount: '110.00' },
]
const listed = (refunds: RefundTask[], sums = SUMS) => listOf(refunds, {}, { sums })
const row = (text: string) => page.getByRole('row').filter({ hasText: text })
async function open() {
  signIn(['Empresa'])
  answerCalls({ [LIST]: listed([TASK, REQUEST, OVERDUE, DONE]) })
  const location = await renderScreen(<RefundsScreen />, { route: '/empresa/devolucoes' })
  await expectText(row('Bruna Prado'), 'O meio de pagamento recusou a devolução')
  await expectText(row('Rui Melo'), 'Atrasada: mais de 10 dias')
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

test('the totals say how much is refunded and filter the list; what a row has no room for is in its details', async () => {
  const location = await open()
  const totals = page.getByRole('region', { name: 'Resumo das devoluções' })
  await expectText(totals, '29 de 32 devolvidasR$ 3.190,00 de R$ 3.520,00 em 30 dias')
  const states = totals.getByRole('button').elements()
  expect(states.map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual([
    'Em aprovação1R$ 110,00',
    'Em andamento1R$ 110,00',
    'Concluída29R$ 3.190,00',
    'Em tratamento1R$ 110,00',
  ])
  await page.getByRole('button', { name: 'Detalhes da devolução de Bruna Prado' }).click()
  await expectText(page.getByRole('dialog'), 'O saldo da conta é insuficiente para o estorno.')
  await expectText(page.getByRole('dialog'), 'Cobrançacob_1')
  await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click()
  await page.getByRole('button', { name: 'Detalhes da devolução de Rui Melo' }).click()
  await expectText(page.getByRole('dialog'), 'Acerte também a correção monetária (CDC, art. 49).')
  await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click()
  answerCalls({ [LIST]: listed([TASK]) })
  await totals.getByRole('button', { name: /Em tratamento/ }).click()
  await expect.poll(() => location().search).toBe('?situacao=needs_person')
  await expectText(totals.getByRole('button', { pressed: true }), 'Em tratamento')
})

test('the progress follows refunds that run, without a reload', async () => {
  signIn(['Empresa'])
  const sums = (done: number, running: number): RefundSums => [
    { status: 'done', refunds: done, amount: '110.00' },
    ...(running > 0 ? [{ status: 'approved' as const, refunds: running, amount: '110.00' }] : []),
  ]
  answerCalls({ [LIST]: listed([DONE], sums(1, 2)) })
  await renderScreen(<RefundsScreen />, { route: '/empresa/devolucoes' })
  await expect.element(page.getByText('1 de 3 devolvidas')).toBeVisible()
  answerCalls({ [LIST]: listed([DONE], sums(3, 0)) })
  await expect.element(page.getByText('3 de 3 devolvidas'), { timeout: 10_000 }).toBeVisible()
})

test('all that need a person are tried again at once', async () => {
  await open()
  answerCalls({
    'GET /admin/refunds/ids': { body: { data: [9, 15, 16] } },
    'POST /admin/refunds/retry': { body: { data: { handled: 3, skipped: 0 } } },
  })
  await page.getByRole('button', { name: 'Tentar todas de novo' }).click()
  const dialog = page.getByRole('dialog')
  await expectText(dialog, '3 devoluções escolhidas')
  await dialog.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect.element(toast('3 devoluções para tentar de novo.')).toBeVisible()
  expect(sentCalls('POST /admin/refunds/retry').map(({ body }) => body)).toEqual([{ ids: [9, 15, 16] }])
})

test('at 1280 px a row is at most 64 px high, with the longest texts', async () => {
  // The width beside the menu.
  await setScreenSize(945, 900)
  const long = 'Maria Aparecida da Conceição dos Santos Albuquerque de Mendonça'
  signIn(['Empresa'])
  answerCalls({
    [LIST]: listed([
      {
        ...TASK,
        reason_label: 'Devolução feita diretamente no meio de pagamento',
        asked_by: long,
        registration: { id: 7, participant: long },
        event: { id: 3, name: 'Corrida Internacional do Farol da Barra de nome comprido' },
        organizer: { id: 2, name: 'Ilha Run Produções e Eventos Esportivos' },
        amount: '123456.78',
        is_overdue: true,
        pix_key: 'asked',
      },
      DONE,
    ]),
  })
  await renderScreen(<RefundsScreen />, { route: '/empresa/devolucoes' })
  await expect.element(row(long)).toBeVisible()
  const heights = page
    .getByRole('row')
    .elements()
    .map((one) => one.getBoundingClientRect().height)
  expect(Math.max(...heights)).toBeLessThanOrEqual(64)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(945)
})

test('the list is filtered by status', async () => {
  const location = await open()
  answerCalls({ [LIST]: listed([]) })
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
    [LIST]: listed([
      { ...TASK, obstacle: 'too_old', pix_key: 'confirmed', exported_at: '2026-11-20T15:00:00Z' },
    ]),
  })
  await field('Devoluções por Pix').selectOptions('Num arquivo para o banco')
  await expectText(row('Bruna Prado'), 'O Pix foi pago há mais de 90 dias')
  await expectText(row('Bruna Prado'), 'No arquivo para o banco')
  await page.getByRole('button', { name: 'Ações da devolução de Bruna Prado' }).click()
  const items = page.getByRole('menuitem')
  await expect.element(items.first()).toBeVisible()
  expect(items.elements().map(({ textContent }) => textContent)).toEqual(['Já foi feita', 'Pedir chave Pix'])
})
