import { addDays, instantIn } from '#contract/dates.ts'
import { type Cents, percentOf } from '#contract/money.ts'
import { installmentPlan } from '#contract/pricing/installments.ts'
import { BANK_ZONE } from '#server/features/payment/domain/due-date.ts'
import type { Installment } from '#server/features/payment/gateways/gateway.ts'
import type { ChargeStatus, Method } from './protocol.ts'
import type { SandboxCharge } from './queries.ts'

/** The simulation buttons of the payment page. */
export const SIMULATIONS = {
  pagar: { label: 'Simular pagamento', from: ['PENDING'], to: { PIX: 'RECEIVED', BOLETO: 'CONFIRMED' } },
  aprovar: { label: 'Simular aprovação', from: ['IN_ANALYSIS'], to: 'CONFIRMED' },
  reprovar: { label: 'Simular reprovação', from: ['IN_ANALYSIS'], to: 'REJECTED' },
  compensar: { label: 'Simular compensação', from: ['CONFIRMED'], to: 'RECEIVED' },
  estornar: { label: 'Simular estorno', from: ['CONFIRMED', 'RECEIVED'], to: 'REFUNDED' },
  contestar: { label: 'Simular contestação', from: ['CONFIRMED', 'RECEIVED'], to: 'DISPUTED' },
  'ganhar-contestacao': { label: 'Simular contestação ganha', from: ['DISPUTED'], to: 'CONFIRMED' },
  'perder-contestacao': { label: 'Simular contestação perdida', from: ['DISPUTED'], to: 'REFUNDED' },
} as const satisfies Record<
  string,
  { label: string; from: readonly ChargeStatus[]; to: ChargeStatus | Partial<Record<Method, ChargeStatus>> }
>
export type Simulation = keyof typeof SIMULATIONS

export const isSimulation = (name: string): name is Simulation => Object.hasOwn(SIMULATIONS, name)

/** The status a simulation leads to; null when the charge's status does not allow it. */
export function simulated(charge: SandboxCharge, simulation: Simulation, now: Date): ChargeStatus | null {
  const { from, to } = SIMULATIONS[simulation]
  if (!(from as readonly ChargeStatus[]).includes(charge.status)) return null
  if (simulation === 'pagar' && !isPayable(charge, now)) return null
  if (typeof to === 'string') return to
  return charge.method === 'CREDIT_CARD' ? null : to[charge.method]
}

/** When a Pix code or card link expires. */
export const deadlineOf = ({ due_on, expires_at }: SandboxCharge): Date =>
  expires_at ?? instantIn(BANK_ZONE, addDays(due_on, 1), '00:00')

/** A boleto can be paid past due until it is cancelled. */
export const isPayable = (charge: SandboxCharge, now: Date): boolean =>
  isCancellable(charge.status) && (charge.method === 'BOLETO' || now < deadlineOf(charge))

/** As at real gateways, charges that are paid or in analysis cannot be cancelled. */
export const isCancellable = (status: ChargeStatus): boolean =>
  status === 'PENDING' || status === 'REFUSED' || status === 'REJECTED'

export const isPaidStatus = (status: ChargeStatus): boolean => status === 'CONFIRMED' || status === 'RECEIVED'

/** Fees as at real gateways: cents for a Pix or boleto, basis points for a card payment. */
const FEES = { PIX: 99, BOLETO: 199 }
const CARD_FEE_RATE = 299
const INSTALLMENTS_FEE_RATE = 399

/** What the gateway keeps of a charge; null until it is paid. */
export function feeOf({ status, method, amount_cents, installments }: SandboxCharge): Cents | null {
  if (!isPaidStatus(status)) return null
  if (method !== 'CREDIT_CARD') return FEES[method]
  return percentOf(amount_cents, installments === 1 ? CARD_FEE_RATE : INSTALLMENTS_FEE_RATE)
}

/** The last installment has the cents that do not divide, of amount and fee. */
export function installmentsOf(charge: SandboxCharge): Installment[] {
  const count = charge.installments
  const fee = feeOf(charge)
  const amounts = installmentPlan(charge.amount_cents, count, 0)
  const fees = installmentPlan(fee ?? 0, count, 0)
  return Array.from({ length: count }, (_, i) => {
    const part = i === count - 1 ? 'lastCents' : 'eachCents'
    return {
      number: i + 1,
      amountCents: amounts[part],
      feeCents: fee && fees[part],
      isCredited: charge.status === 'RECEIVED' || i < charge.credited,
    }
  })
}
