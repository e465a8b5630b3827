import type { IsoDate } from '#contract/dates.ts'
import { isOpen, isPaid, PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import type { Deps } from '#server/deps.ts'
import { transaction } from '#server/lib/db.ts'
import { type Gateways, gatewayOf } from '../gateways/find-gateway.ts'
import { type Charge, GatewayUnavailable } from '../gateways/gateway.ts'
import { applyCharge, type Outcome } from '../move-payment.ts'
import { lockPayment } from '../queries/locks.ts'
import { storeInstallments } from '../queries/payments.ts'
import {
  type Difference,
  findDay,
  getChargePrefix,
  listPaymentsOf,
  listUnlisted,
  markCompared,
  recordPage,
  startDay,
} from './queries.ts'

export type ReconcilingDeps = Pick<Deps, 'db' | 'clock'> & Gateways

/** Read in one step: a gateway whose list is empty must not block other jobs. */
const UNLISTED = 50

export interface GatewayDay {
  provider: string
  day: IsoDate
}

/**
 * Compares the next page of a day's charges with our payments, and starts over when the day was finished. The
 * gateway's states are applied by the rules for messages; refused ones are recorded as differences. After the
 * last page, payments whose charge was not listed are read one by one. Returns whether the day is finished.
 */
export async function reconcilePage(deps: ReconcilingDeps, { provider, day }: GatewayDay): Promise<boolean> {
  const { db, clock } = deps
  const stored = await findDay(db, provider, day)
  const { started_at: startedAt, cursor } =
    stored && !stored.finished_at
      ? stored
      : await transaction(db, (tx) => startDay(tx, provider, day, clock.now()))

  const gateway = gatewayOf(deps, provider)
  const { charges, next } = await gateway.listCharges(day, cursor)
  const payments = await listPaymentsOf(db, provider, charges)
  const ourPrefix = await getChargePrefix(db)
  const result = { charges: charges.length, repaired: 0, differences: [] as Difference[] }
  const compare = async (payment: StoredPayment | undefined, charge: Charge) => {
    const { repaired, difference } = await compareCharge(deps, payment, charge, ourPrefix)
    if (repaired) result.repaired += 1
    if (difference) result.differences.push(difference)
  }
  for (const charge of charges)
    await compare(
      payments.find((one) => one.charge_id === charge.id) ??
        payments.find((one) => one.external_reference === charge.externalReference),
      charge,
    )
  await markCompared(db, provider, charges, clock.now())
  const record = async (goesOn: number | null): Promise<boolean> => {
    await transaction(db, (tx) =>
      recordPage(tx, { provider, day, cursor }, { ...result, next: goesOn, at: clock.now() }),
    )
    return goesOn === null
  }
  if (next !== null) return record(next)

  const unlisted = await listUnlisted(db, provider, day, { startedAt, limit: UNLISTED })
  for (const payment of unlisted) {
    const charge = await gateway.getCharge(payment.charge_id).catch((error: unknown) => {
      if (error instanceof GatewayUnavailable) throw error
      return null
    })
    if (charge) await compare(payment, charge)
    else result.differences.push(unreadable(payment))
    result.charges += 1
    await markCompared(
      db,
      provider,
      [{ id: payment.charge_id, feeCents: charge?.feeCents ?? null }],
      clock.now(),
    )
  }
  // A cursor beyond the end of the gateway's list, where the next step continues with unlisted payments.
  return record(unlisted.length < UNLISTED ? null : cursor + Math.max(charges.length, 1))
}

type StoredPayment = Awaited<ReturnType<typeof listPaymentsOf>>[number]

const unreadable = ({ id, charge_id }: StoredPayment): Difference => ({
  kind: 'unreadable_charge',
  chargeId: charge_id ?? '',
  paymentId: id,
  status: null,
  amountCents: null,
})

/** The other outcomes leave no difference. */
const DIFFERENCES: { [O in Outcome]?: Difference['kind'] } = {
  amount_mismatch: 'amount',
  refused: 'status',
}

async function compareCharge(
  deps: ReconcilingDeps,
  payment: StoredPayment | undefined,
  charge: Charge,
  ourPrefix: string,
): Promise<{ repaired: boolean; difference: Difference | null }> {
  const difference = (kind: Difference['kind'] | undefined) =>
    kind
      ? {
          kind,
          chargeId: charge.id,
          paymentId: payment?.id ?? null,
          status: charge.status,
          amountCents: charge.amountCents,
        }
      : null
  if (!payment) return { repaired: false, difference: difference(withoutPayment(charge, ourPrefix)) }
  const isSame = charge.status === payment.status || isPaidOut(payment.status, charge.status)
  if (isSame && charge.id === payment.charge_id) {
    const { installments } = charge
    // A payment stays confirmed while its installments are credited, one per month.
    if (installments)
      await transaction(deps.db, async (tx) => {
        await lockPayment(tx, payment.id)
        await storeInstallments(tx, payment.id, installments)
      })
    return {
      repaired: false,
      difference: difference(charge.amountCents === payment.charged_cents ? undefined : 'amount'),
    }
  }
  const outcome = await applyCharge(deps, payment.id, charge, 'reconciled')
  // A second charge is recorded as a duplicate payment and refunded.
  const repaired = outcome === 'applied' || outcome === 'duplicate'
  return { repaired, difference: difference(DIFFERENCES[outcome]) }
}

/**
 * Other systems may use the account at the gateway too; their charges are reported only if paid. A charge of ours
 * without a payment was made after the moment to which the database was restored.
 */
function withoutPayment(
  { externalReference, status }: Charge,
  ourPrefix: string,
): Difference['kind'] | undefined {
  const isOurs = externalReference.startsWith(ourPrefix)
  if (isPaid(status)) return isOurs ? 'lost_paid' : 'unknown_charge'
  return isOurs && isOpen(status) ? 'lost_open' : undefined
}

/** Status 12 exists only here: at the gateway the payment stays paid. */
const isPaidOut = (ours: number, theirs: number): boolean => ours === PAYMENT_STATUS.settled && isPaid(theirs)
