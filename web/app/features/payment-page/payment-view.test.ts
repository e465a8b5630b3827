import { describe, expect, test } from 'vitest'
import { PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import type { PaymentPage } from '#contract/payment-page/payment-page.ts'
import { countdownWords, deadlineWords } from './deadline.ts'
import { groupedLine, pauseMs, viewOf } from './payment-view.ts'

const ITEM = {
  first_name: 'Ana',
  modality: '5 km',
  amount: '110.00',
  price_lines: [],
  status: 'Pendente',
  event_title: null,
}
const CANCELLED = { ...ITEM, status: 'Cancelado' }
const PIX: PaymentPage = {
  event: { title: 'Corrida', slug: 'corrida', date_event: '12/12/2030' },
  type: 0,
  amount: '110.00',
  installments: 1,
  interest: '0.00',
  plans: [],
  status: 'pendente',
  status_code: 0,
  items: [ITEM],
  due_date: '05/12/2030',
  payable_until: '2030-12-06T03:00:00.000Z',
  paid_at: null,
  is_duplicate: false,
  is_ready: true,
  pix: { code: '000201' },
  boleto: null,
  hosted_link: '/hosted',
  is_test: false,
  other_types: [1, 2],
  replaced_by: [],
}
const { cancelled, confirmed, expired, failed, overdue, awaiting, refused, rejected, refunded, reversed } =
  PAYMENT_STATUS
const OTHER = [{ token: 't', first_names: ['Ana'] }]

test.each<[string, Partial<PaymentPage>, string]>([
  ['a Pix', {}, 'pix'],
  ['a boleto', { type: 1 }, 'boleto'],
  ['a card', { type: 2 }, 'card'],
  ['a card that was refused', { type: 2, status_code: refused }, 'card'],
  ['a card that was rejected', { type: 2, status_code: rejected }, 'card'],
  ['no charge yet', { is_ready: false, hosted_link: null }, 'preparing'],
  ['after the time to pay', { hosted_link: null }, 'over'],
  ['overdue', { status_code: overdue }, 'overdue'],
  ['in analysis', { status_code: awaiting }, 'analysis'],
  ['paid', { status_code: confirmed, items: [{ ...ITEM, status: 'Confirmado' }] }, 'paid'],
  ['paid, one of two cancelled', { status_code: confirmed, items: [ITEM, CANCELLED] }, 'paid'],
  ['paid too late, or cancelled since', { status_code: confirmed, items: [CANCELLED] }, 'paidCancelled'],
  ['paid twice', { status_code: confirmed, is_duplicate: true }, 'duplicate'],
  ['refunded', { status_code: refunded, items: [CANCELLED] }, 'refunded'],
  ['disputed', { status_code: reversed }, 'disputed'],
  ['cancelled with the registration', { status_code: cancelled, items: [CANCELLED] }, 'cancelled'],
  ['replaced by one that is shown', { status_code: cancelled, replaced_by: OTHER }, 'replaced'],
  ['replaced by one that is not shown', { status_code: cancelled }, 'replaced'],
  ['refused by the gateway', { status_code: failed, is_ready: false }, 'failed'],
  ['refused by the gateway and made anew', { status_code: failed, replaced_by: OTHER }, 'replaced'],
  ['expired', { status_code: expired, items: [CANCELLED] }, 'expired'],
])('%s', (_case, changes, view) => {
  expect(viewOf({ ...PIX, ...changes })).toBe(view)
})

test.each<[string, Partial<PaymentPage>, number, number | false]>([
  ['just opened', {}, 0, 5_000],
  ['in sight for two minutes', {}, 120_000, 15_000],
  ['in sight for ten minutes', {}, 600_000, 30_000],
  ['while the charge is created', { is_ready: false }, 600_000, 2_000],
  ['while the code is missing', { pix: null }, 600_000, 2_000],
  ['a card, which has no code', { type: 2, pix: null }, 0, 5_000],
  ['in analysis', { status_code: awaiting }, 0, 30_000],
  ['after the time to pay', { hosted_link: null, pix: null }, 600_000, 30_000],
  ['paid', { status_code: confirmed }, 0, false],
  ['cancelled', { status_code: cancelled }, 0, false],
])('%s: next poll', (_case, changes, shownMs, pause) => {
  expect(pauseMs({ ...PIX, ...changes }, shownMs)).toBe(pause)
})

describe('the deadline in words', () => {
  test.each([
    ['2030-12-06T03:00:00Z', '05/12/2030 às 23:59'],
    ['2030-12-05T17:30:00Z', '05/12/2030 às 14:30'],
  ])('until %s', (instant, words) => {
    expect(deadlineWords(instant)).toContain(words)
  })

  test.each([
    [90_061_000, '1 dia e 01:01:01'],
    [180_000_000, '2 dias e 02:00:00'],
    [3_599_999, '59:59'],
    [3_600_000, '01:00:00'],
    [0, null],
    [-5, null],
  ])('%i ms are left', (ms, words) => {
    expect(countdownWords(ms)).toBe(words)
  })
})

test('the digits of a boleto in groups', () => {
  expect(groupedLine('00190500954014481606906809350314337370000000100')).toBe(
    '00190.50095 40144.816069 06809.350314 3 37370000000100',
  )
})
