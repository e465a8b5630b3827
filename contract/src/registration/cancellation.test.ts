import { expect, test } from 'vitest'
import { policyRefund, policySentences } from './cancellation.ts'

const TIERS = [
  { days_before: 7, refund_rate: 5000, keeps_fee: true },
  { days_before: 30, refund_rate: 10_000, keeps_fee: false },
]
const refund = (today: string, change: object = {}) =>
  policyRefund({ tiers: TIERS, paidCents: 11_000, feeCents: 1000, eventOn: '2027-03-31', today, ...change })

test.each([
  ['long before', '2026-11-22', 11_000],
  ['on the last day of the first tier', '2027-03-01', 11_000],
  ['a day later', '2027-03-02', 5000],
  ['on the last day of the second tier', '2027-03-24', 5000],
  ['after the last tier', '2027-03-25', null],
  ['after the event', '2027-04-01', null],
])('a cancellation %s', (_, today, cents) => {
  expect(refund(today)).toBe(cents)
})

test('half a cent is rounded up, as in prices, and nothing is refunded when the fee exceeds the amount paid', () => {
  expect(refund('2027-03-20', { paidCents: 10_001, feeCents: 0 })).toBe(5001)
  expect(refund('2027-03-20', { paidCents: 500 })).toBe(0)
  expect(refund('2027-03-20', { tiers: [] })).toBeNull()
})

test('no refund exceeds the amount paid', () => {
  for (let rate = 0; rate <= 10_000; rate += 777)
    for (const paidCents of [0, 1, 999, 12_345]) {
      const tiers = [{ days_before: 1, refund_rate: rate, keeps_fee: true }]
      const cents = refund('2027-03-01', { tiers, paidCents }) ?? 0
      expect(cents).toBeGreaterThanOrEqual(0)
      expect(cents).toBeLessThanOrEqual(paidCents)
    }
})

test('lists the sentences, earliest deadline first', () => {
  const sentences = (today: string, mayWithdraw = true, tiers = TIERS) =>
    policySentences(tiers, { eventOn: '2027-03-31', today }, mayWithdraw)
  const [first, second, end] = [
    'Até 01/03/2027 (30 dias antes): devolução de 100% do valor pago.',
    'Até 24/03/2027 (7 dias antes): devolução de 50% do valor pago, menos a taxa de serviço.',
    'Depois desse prazo, não há devolução, fora o direito de desistir.',
  ]
  expect(sentences('2027-03-01')).toEqual([first, second, end])
  expect(sentences('2027-03-02')).toEqual([second, end])
  expect(sentences('2027-03-25')).toEqual([
    'O prazo da organização já passou: não há devolução, fora o direito de desistir.',
  ])
  expect(sentences('2027-03-01', false).at(-1)).toBe('Depois desse prazo, não há devolução.')
  const none = { days_before: 0, refund_rate: 0, keeps_fee: true }
  expect(sentences('2027-03-31', true, [none])[0]).toBe('Até 31/03/2027 (o dia do evento): sem devolução.')
  expect(sentences('2027-03-01', true, [])).toEqual([])
})
