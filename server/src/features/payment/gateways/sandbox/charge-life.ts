import { addDays, instantIn } from '#contract/dates.ts'
import { installmentPlan } from '#contract/installments.ts'
import { percentOf } from '#contract/money.ts'
import { BANK_ZONE } from '../../domain/due-date.ts'
import { CARD_FEE_RATE, type ChargeStatus, FEES, INSTALLMENTS_FEE_RATE, type Method } from './protocol.ts'

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

interface ChargeState {
  method: Method
  status: ChargeStatus
  due_on: string
  expires_at: Date | null
}

export const isSimulation = (name: string): name is Simulation => Object.hasOwn(SIMULATIONS, name)

/** The status a simulation leads to; null when the charge's status does not allow it. */
export function simulated(charge: ChargeState, simulation: Simulation, now: Date): ChargeStatus | null {
  const { from, to } = SIMULATIONS[simulation]
  if (!(from as readonly ChargeStatus[]).includes(charge.status)) return null
  if (simulation === 'pagar' && !isPayable(charge, now)) return null
  if (typeof to === 'string') return to
  return charge.method === 'CREDIT_CARD' ? null : to[charge.method]
}

/** When a Pix code or card link expires: at `expires_at`, or else at the end of its due date. */
export const deadlineOf = (charge: Pick<ChargeState, 'due_on' | 'expires_at'>): Date =>
  charge.expires_at ?? instantIn(BANK_ZONE, addDays(charge.due_on, 1), '00:00')

/** A boleto can be paid past due until it is cancelled. */
export function isPayable(charge: ChargeState, now: Date): boolean {
  if (!isCancellable(charge.status)) return false
  return charge.method === 'BOLETO' || now < deadlineOf(charge)
}

/** As at real gateways, charges that are paid or in analysis cannot be cancelled. */
export const isCancellable = (status: ChargeStatus): boolean =>
  status === 'PENDING' || status === 'REFUSED' || status === 'REJECTED'

interface ChargeAmount {
  amount_cents: number
  installments: number
}

/** What the gateway keeps of a charge; null until it is paid. */
export function feeOf({
  status,
  method,
  amount_cents,
  installments,
}: Pick<ChargeState, 'status' | 'method'> & ChargeAmount) {
  if (!isPaidStatus(status)) return null
  if (method !== 'CREDIT_CARD') return FEES[method]
  return percentOf(amount_cents, installments === 1 ? CARD_FEE_RATE : INSTALLMENTS_FEE_RATE)
}

/** The last installment has the cents that do not divide, of amount and fee. */
export function installmentsOf(
  charge: Pick<ChargeState, 'status' | 'method'> & ChargeAmount & { credited: number },
) {
  const fee = feeOf(charge)
  const amounts = installmentPlan(charge.amount_cents, charge.installments, 0)
  const fees = installmentPlan(fee ?? 0, charge.installments, 0)
  return Array.from({ length: charge.installments }, (_, i) => {
    const isLast = i === charge.installments - 1
    return {
      amount_cents: isLast ? amounts.lastCents : amounts.eachCents,
      fee_cents: fee && (isLast ? fees.lastCents : fees.eachCents),
      is_credited: charge.status === 'RECEIVED' || i < charge.credited,
    }
  })
}

export const isPaidStatus = (status: ChargeStatus): boolean => status === 'CONFIRMED' || status === 'RECEIVED'
