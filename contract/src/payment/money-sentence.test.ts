import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moneySentence, type PaymentMoney, type RegistrationMoney } from './money-sentence.ts'
import { isPaid, PAYMENT_STATUS, PAYMENT_STATUSES, REGISTRATION_STATUS } from './payment-status.ts'
import { REFUND_STATUSES, type RefundStatus } from './refund.ts'

const PENDING = REGISTRATION_STATUS.pending
const CONFIRMED = REGISTRATION_STATUS.confirmed
const CANCELLED = REGISTRATION_STATUS.cancelled

const payment = (
  status: number,
  refunds: [RefundStatus, number][] = [],
  amountCents = 110_00,
): PaymentMoney => ({
  status,
  isDuplicate: false,
  amountCents,
  refunds: refunds.map(([refund, cents]) => ({ status: refund, amountCents: cents })),
})
const sentence = (status: number, payments: PaymentMoney[], change: Partial<RegistrationMoney> = {}) =>
  moneySentence({ status, totalCents: 110_00, payments, movedCents: 0, choice: null, ...change })
    // Amounts have a no-break space.
    .replaceAll('\u00a0', ' ')

test.each<[string, number, PaymentMoney[], Partial<RegistrationMoney>]>([
  ['Gratuito', CONFIRMED, [], { totalCents: 0 }],
  ['Gratuito', CANCELLED, [], { totalCents: 0 }],
  ['R$ 110,00 a pagar', PENDING, [payment(0)], {}],
  ['R$ 110,00 a pagar', PENDING, [payment(7)], {}],
  ['Nada foi pago, e nada é devido', CANCELLED, [payment(8)], {}],
  ['R$ 110,00 pagos', CONFIRMED, [payment(2)], {}],
  [
    'R$ 60,00 de R$ 110,00 pagos, faltam R$ 50,00',
    CONFIRMED,
    [payment(2, [], 60_00), payment(0, [], 50_00)],
    {},
  ],
  ['R$ 110,00 pagos, a devolver', CANCELLED, [payment(2, [['needs_person', 110_00]])], {}],
  ['R$ 110,00 pagos e devolvidos', CANCELLED, [payment(5, [['done', 110_00]])], {}],
  ['R$ 110,00 pagos e devolvidos', CANCELLED, [payment(5)], {}],
  [
    'R$ 110,00 pagos: R$ 88,00 devolvidos, R$ 22,00 sem devolução',
    CANCELLED,
    [payment(2, [['done', 88_00]])],
    {},
  ],
  ['R$ 110,00 pagos, sem devolução', CANCELLED, [payment(2, [['refused', 110_00]])], {}],
  ['R$ 110,00 pagos, com devolução em aprovação', CANCELLED, [payment(3, [['requested', 110_00]])], {}],
  ['R$ 110,00 pagos, à espera de uma decisão', CANCELLED, [payment(2)], { choice: 'waiting' }],
  ['R$ 110,00 pagos e doados', CANCELLED, [payment(2)], { choice: 'donation' }],
  ['R$ 110,00 pagos e usados em outra inscrição', CANCELLED, [], { movedCents: 110_00 }],
  ['R$ 110,00 pagos, contestados no banco', CONFIRMED, [payment(10)], {}],
  [
    'R$ 110,00 pagos: R$ 20,00 a devolver',
    CONFIRMED,
    [payment(2, [['approved', 20_00]])],
    { totalCents: 90_00 },
  ],
  [
    'R$ 220,00 pagos: R$ 110,00 a devolver',
    CONFIRMED,
    [payment(2), { ...payment(2, [['sent', 110_00]]), isDuplicate: true }],
    {},
  ],
  ['R$ 110,00 pagos: R$ 20,00 devolvidos. Faltam R$ 20,00', CONFIRMED, [payment(2, [['done', 20_00]])], {}],
  ['Gratuito, com R$ 110,00 pagos e devolvidos', CONFIRMED, [payment(5)], { totalCents: 0 }],
])('%s', (expected, status, payments, change) => {
  expect(sentence(status, payments, change)).toBe(expected)
})

const cents = fc.integer({ min: 500, max: 500_000 })
const anyPayment = fc
  .record({
    status: fc.integer({ min: 0, max: PAYMENT_STATUSES.length - 1 }),
    isDuplicate: fc.boolean(),
    amountCents: cents,
    shares: fc.array(
      fc.record({
        status: fc.constantFrom(...(Object.keys(REFUND_STATUSES) as RefundStatus[])),
        share: fc.double({ min: 0.05, max: 1, noNaN: true }),
      }),
      { maxLength: 3 },
    ),
  })
  .map(({ shares, ...rest }) => {
    // Refunds never exceed their payment.
    let left = rest.amountCents
    const refunds = shares.map(({ status, share }) => {
      const amountCents = Math.floor(left * share)
      left -= amountCents
      return { status, amountCents }
    })
    return { ...rest, refunds }
  })
const anyMoney: fc.Arbitrary<RegistrationMoney> = fc.record({
  status: fc.constantFrom(PENDING, CONFIRMED, CANCELLED),
  totalCents: fc.oneof(fc.constant(0), cents),
  payments: fc.array(anyPayment, { maxLength: 4 }),
  movedCents: fc.oneof(fc.constant(0), cents),
  choice: fc.constantFrom(null, 'waiting', 'donation', 'refund'),
})

/** The amounts of a sentence, in its order. */
const amountsIn = (text: string): number[] =>
  [...text.matchAll(/R\$\u00a0([\d.]+),(\d\d)/g)].map(
    ([, whole = '', fraction]) => Number(whole.replaceAll('.', '')) * 100 + Number(fraction),
  )
const total = (amounts: readonly number[]) => amounts.reduce((sum, one) => sum + one, 0)

test('in every state, names all money received as paid, and for a cancelled registration says what happened to all of it', () => {
  fc.assert(
    fc.property(anyMoney, (money) => {
      const text = moneySentence(money)
      const came = money.payments.filter(
        ({ status }) =>
          isPaid(status) || status === PAYMENT_STATUS.refunded || status === PAYMENT_STATUS.reversed,
      )
      const received = money.movedCents + total(came.map(({ amountCents }) => amountCents))
      const amounts = amountsIn(text)
      const isCancelled = money.status === CANCELLED
      expect(/\bpagos\b/.test(text)).toBe(received > 0)
      if (isCancelled) expect(text).not.toMatch(/falta|a pagar/i)
      if (received === 0) return
      if (isCancelled) {
        expect(amounts[0]).toBe(received)
        expect([0, received]).toContain(total(amounts.slice(1)))
      }
      // Disputed or refunded money is never reported as retained, nor the reverse.
      const going = total(
        came
          .filter(({ status }) => isPaid(status))
          .flatMap(({ refunds }) => refunds)
          .filter(({ status }) => ['approved', 'sent', 'needs_person'].includes(status))
          .map(({ amountCents }) => amountCents),
      )
      expect(text.includes('a devolver')).toBe(going > 0)
      expect(text.includes('contestados')).toBe(
        came.some(
          ({ status, refunds, amountCents }) =>
            status === PAYMENT_STATUS.reversed &&
            amountCents > total(refunds.filter((one) => one.status === 'done').map((one) => one.amountCents)),
        ),
      )
    }),
    { numRuns: 2_000 },
  )
})
