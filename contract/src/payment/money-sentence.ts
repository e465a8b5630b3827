import { type Cents, formatCents } from '../money.ts'
import type { Choice } from '../my-registrations/refund-choice.ts'
import { isPaid, PAYMENT_STATUS, REGISTRATION_STATUS } from './payment-status.ts'
import type { RefundStatus } from './refund.ts'

/** A payment of a registration. Amounts do not contain the interest of installments. */
export interface PaymentMoney {
  status: number
  isDuplicate: boolean
  amountCents: Cents
  refunds: readonly { status: RefundStatus; amountCents: Cents }[]
}

/** `deferred`: it is a credit, `returned`: it waits for a buyer of the place. */
export type MoneyChoice = Choice | 'waiting' | 'deferred' | 'returned'

export interface RegistrationMoney {
  status: number
  totalCents: Cents
  payments: readonly PaymentMoney[]
  /** The part that was moved to pay for another registration. */
  movedCents: Cents
  /** What the runner decided about the money; `waiting`: not yet, null: there was nothing to decide. */
  choice: MoneyChoice | null
}

interface Sums {
  /** Everything received, including what was refunded or moved later. */
  received: Cents
  /** The part that counts towards the price. */
  paid: Cents
  owed: Cents
  requested: Cents
  refunding: Cents
  refunded: Cents
  disputed: Cents
}

const sum = (amounts: readonly { amountCents: Cents }[]): Cents =>
  amounts.reduce((total, { amountCents }) => total + amountCents, 0)

function sumsOf({ status, totalCents, payments, movedCents }: RegistrationMoney): Sums {
  const sums = { received: movedCents, paid: 0, requested: 0, refunding: 0, refunded: 0, disputed: 0 }
  for (const payment of payments) {
    const of = (...statuses: RefundStatus[]) =>
      sum(payment.refunds.filter((refund) => statuses.includes(refund.status)))
    const { amountCents } = payment
    const done = of('done')
    if (isPaid(payment.status)) {
      const refunding = of('approved', 'sent', 'needs_person')
      sums.requested += of('requested')
      sums.refunding += refunding
      sums.refunded += done
      if (!payment.isDuplicate) sums.paid += amountCents - refunding - done
    } else if (payment.status === PAYMENT_STATUS.refunded) sums.refunded += amountCents
    else if (payment.status === PAYMENT_STATUS.reversed) {
      sums.refunded += done
      sums.disputed += amountCents - done
    } else continue
    sums.received += amountCents
  }
  const isCancelled = status === REGISTRATION_STATUS.cancelled
  return { ...sums, owed: isCancelled ? 0 : Math.max(0, totalCents - sums.paid - sums.disputed) }
}

/** One sentence, without a full stop, on what was paid, what is owed and what happened to the rest. */
export function moneySentence(registration: RegistrationMoney): string {
  const { totalCents, movedCents, choice } = registration
  const { received, paid, owed, ...went } = sumsOf(registration)
  const isCancelled = registration.status === REGISTRATION_STATUS.cancelled
  if (received === 0) {
    if (totalCents === 0) return 'Gratuito'
    return isCancelled ? 'Nada foi pago, e nada é devido' : `${formatCents(totalCents)} a pagar`
  }
  const left = received - went.requested - went.refunding - went.refunded - went.disputed - movedCents
  const parts: readonly (readonly [cents: Cents, whole: string, part: string])[] = [
    [went.refunded, ' e devolvidos', 'devolvidos'],
    [went.refunding, ', a devolver', 'a devolver'],
    [went.requested, ', com devolução em aprovação', 'com devolução em aprovação'],
    [went.disputed, ', contestados no banco', 'contestados no banco'],
    [movedCents, ' e usados em outra inscrição', 'usados em outra inscrição'],
    [isCancelled ? left : 0, ...retainedWords(choice)],
  ]
  const told = parts.filter(([cents]) => cents > 0)
  const [only] = told
  const words =
    only && only[0] === received
      ? `${formatCents(received)} pagos${only[1]}`
      : [
          `${formatCents(received)} pagos`,
          told.map(([cents, , part]) => `${formatCents(cents)} ${part}`).join(', '),
        ]
          .filter(Boolean)
          .join(': ')
  if (owed > 0)
    return paid === received
      ? `${formatCents(paid)} de ${formatCents(totalCents)} pagos, faltam ${formatCents(owed)}`
      : `${words}. Faltam ${formatCents(owed)}`
  return totalCents === 0 && !isCancelled ? `Gratuito, com ${words}` : words
}

function retainedWords(choice: RegistrationMoney['choice']): [whole: string, part: string] {
  if (choice === 'waiting') return [', à espera de uma decisão', 'à espera de uma decisão']
  if (choice === 'deferred') return [', com crédito para outra prova', 'com crédito para outra prova']
  if (choice === 'returned')
    return [', a devolver quando alguém comprar a vaga', 'a devolver quando alguém comprar a vaga']
  return choice === 'donation' ? [' e doados', 'doados'] : [', sem devolução', 'sem devolução']
}
