// @module-tag operation
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { EventRefund } from '#contract/payment/refund.ts'
import type { Finances } from '#contract/report/dashboard.ts'
import { answerCalls, listOf, sentCalls } from '#web-test/answers.ts'
import { expectText, renderScreen, signInOrganizer } from '#web-test/render-screen.tsx'
import EventRefundsScreen from './event-refunds-screen.tsx'

const LIST = 'GET /organizer/events/7/refunds'
const REFUND: EventRefund = {
  id: 5,
  amount: '80.00',
  reason: 'policy',
  reason_label: 'Cancelamento pela política do evento',
  status: 'requested',
  status_label: 'Em aprovação',
  requested_at: '2026-11-20T13:21:00Z',
  done_at: null,
  request_url: null,
  receipt_url: null,
  pix_key: null,
  message: 'O pedido de devolução está em aprovação.',
  registration: { id: 31, participant: 'Bruna Prado' },
  payment_type: 0,
  asked_by: 'Bruna Prado',
  failure_reason: null,
  obstacle: null,
}
const NOTHING = { registrations: 0, amount: '0.00' }
const listed = (refunds: EventRefund[], change: object = {}) =>
  listOf(
    refunds,
    {},
    {
      event: { id: 7, name: 'Corrida da Ilha' },
      requested: NOTHING,
      undecided: NOTHING,
      sums: [],
      ...change,
    },
  )
const show = () =>
  renderScreen(<EventRefundsScreen />, {
    route: '/organizador/eventos/:id/devolucoes',
    path: '/organizador/eventos/7/devolucoes',
  })

const FINANCES: Finances = {
  received: '215.00',
  returned: '80.00',
  moved: '0.00',
  balance: '135.00',
  owed_back: '0.00',
  fees: '15.00',
  setup_fee: '0.00',
  card_fees: '0.00',
  cash: '0.00',
  net: '120.00',
  repeated: '0.00',
}
const precedes = (first: Element, second: Element): boolean =>
  (first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

test.each([
  ['', true],
  ['?situacao=needs_person', false],
])('the sum of the event and its refunds: %s', async (search, isSumFirst) => {
  signInOrganizer()
  answerCalls({
    [LIST]: listed([]),
    'GET /organizer/events/7/dashboard': { body: { data: { finances: FINANCES } } },
  })
  await renderScreen(<EventRefundsScreen />, {
    route: '/organizador/eventos/:id/devolucoes',
    path: `/organizador/eventos/7/devolucoes${search}`,
  })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Financeiro')
  const sum = page.getByRole('region', { name: 'Do recebido ao líquido' })
  await expectText(sum, 'Líquido R$ 120,00')
  const refunds = page.getByRole('heading', { name: 'Devoluções' })
  expect(precedes(sum.element(), refunds.element())).toBe(isSumFirst)
})

test('without the figures of the event only the refunds are shown', async () => {
  signInOrganizer(['view-event-finances'])
  answerCalls({ [LIST]: listed([REFUND]) })
  await show()
  await expect.element(page.getByRole('row').filter({ hasText: 'Bruna Prado' })).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Do recebido ao líquido' })).not.toBeInTheDocument()
  expect(sentCalls('GET /organizer/events/7/dashboard')).toEqual([])
})

test('lists the refunds of an event, each with a link to its registration', async () => {
  signInOrganizer()
  answerCalls({
    [LIST]: listed([REFUND], {
      requested: { registrations: 1, amount: '80.00' },
      undecided: { registrations: 2, amount: '215.00' },
    }),
  })
  await show()
  await expectText(page.getByRole('main'), '1 pedido de cancelamento espera a sua resposta, de R$ 80,00.')
  await expectText(page.getByRole('main'), 'de 2 inscrições canceladas esperam a escolha de quem pagou.')
  const row = page.getByRole('row').filter({ hasText: 'Bruna Prado' })
  await expectText(row, 'R$ 80,00Pix')
  await expectText(row, 'Em aprovação')
  await expect
    .element(row.getByRole('link', { name: 'Bruna Prado' }))
    .toHaveAttribute('href', '/organizador/evento/participante/editar/31')
})

test('the state in the URL filters the list', async () => {
  signInOrganizer()
  answerCalls({ [LIST]: listed([]) })
  await renderScreen(<EventRefundsScreen />, {
    route: '/organizador/eventos/:id/devolucoes',
    path: '/organizador/eventos/7/devolucoes?situacao=needs_person',
  })
  await expect.element(page.getByText('Nenhuma devolução aqui.')).toBeVisible()
  await expect.element(page.getByLabelText('Situação das devoluções')).toHaveValue('needs_person')
  expect(sentCalls(`${LIST}?status=needs_person&page=1&per_page=20`)).toHaveLength(1)
})

test('shows why a refund needs manual attention', async () => {
  signInOrganizer()
  const failure_reason = 'O saldo da conta é insuficiente para o estorno.'
  answerCalls({
    [LIST]: listed(
      [
        { ...REFUND, status: 'needs_person', obstacle: 'cash', failure_reason },
        {
          ...REFUND,
          id: 6,
          status: 'needs_person',
          asked_by: null,
          registration: { id: 32, participant: 'Davi Lima' },
        },
      ],
      { sums: [{ status: 'needs_person', refunds: 2, amount: '160.00' }] },
    ),
  })
  await show()
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await expectText(
    row('Bruna Prado'),
    'O pagamento foi recebido fora do meio de pagamento. A organização devolve o valor pessoalmente.',
  )
  await expectText(row('Davi Lima'), 'A nossa equipe está cuidando dela.')
  await expectText(page.getByRole('region', { name: 'Resumo das devoluções' }), '0 de 2 devolvidas')
  await page.getByRole('button', { name: 'Detalhes da devolução de Bruna Prado' }).click()
  await expectText(page.getByRole('dialog'), failure_reason)
})

test('an empty list; without the permission to edit there is no link', async () => {
  signInOrganizer(['view-event-finances'])
  answerCalls({ [LIST]: listed([REFUND]) })
  await show()
  await expectText(page.getByRole('row').filter({ hasText: 'Bruna Prado' }), 'Em aprovação')
  await expect.element(page.getByRole('link', { name: 'Bruna Prado' })).not.toBeInTheDocument()
})

test("without refunds: 'Nada foi devolvido neste evento.'", async () => {
  signInOrganizer()
  answerCalls({ [LIST]: listed([]) })
  await show()
  await expect.element(page.getByText('Nada foi devolvido neste evento.')).toBeVisible()
})
