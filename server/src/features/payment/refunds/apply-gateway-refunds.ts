// Matches the refunds that a gateway reports with ours, and records the rest: docs/algorithms/payment.md, "Following".

import { isPaid } from '#contract/payment/payment-status.ts'
import { releaseRegistrations } from '#server/features/registration/queries.ts'
import type { Tx } from '#server/lib/db.ts'
import { balanceLater } from '../follow-up-jobs.ts'
import type { GatewayRefund } from '../gateways/gateway.ts'
import { listItems, listOtherPaid } from '../queries/items.ts'
import { type LockedPayment, lockPayment } from '../queries/locks.ts'
import { type Cause, hasLedgerRow, UNMATCHED_REFUND, writeLedger } from '../queries/payments.ts'
import { moveRefund, recordRefund, stopped } from './move-refund.ts'
import { insertRefund, listRefundsOf, type StoredRefund, updateRefund } from './queries.ts'

const DENIED = 'O meio de pagamento não concluiu a devolução.'
const UNAUTHORIZED = 'A devolução espera a sua autorização no painel do meio de pagamento.'

interface ListedRefunds {
  chargeId: string
  refunds: readonly GatewayRefund[]
  /** The refund whose claim the caller holds. */
  sendingId?: number
}

/**
 * Makes a payment's refunds match those of its charge. Amounts refunded directly at the gateway become
 * refunds too, and release registrations that are completely refunded. Safe to repeat and out of order.
 */
export async function applyGatewayRefunds(
  tx: Tx,
  paymentId: number,
  { chargeId, refunds, sendingId }: ListedRefunds,
  cause: Cause,
): Promise<void> {
  const payment = await lockPayment(tx, paymentId)
  if (payment?.charge_id !== chargeId) return
  const matched = new Set<number>()
  for (const refund of refunds) {
    const rows = await listRefundsOf(tx, paymentId)
    if (rows.some((row) => row.denied_ids.includes(refund.id))) continue
    const own = rows.filter((row) => row.gateway_refund_id === refund.id)
    const isFree = (row: StoredRefund) =>
      row.id === sendingId || !row.claimed_until || row.claimed_until <= cause.at
    const found =
      own.length > 0
        ? own
        : findOwn({ payment, rows, refunds, isFree }, refund).filter((row) => !matched.has(row.id))
    for (const row of found) {
      matched.add(row.id)
      await apply(tx, row, refund, cause)
    }
    if (found.length > 0 || refund.status !== 'done') continue
    // A refund that carries our reference twice was sent twice. It belongs to no other registration.
    if (rows.some((row) => row.reference === refund.reference))
      await recordUnmatched(tx, paymentId, refund, cause)
    else await insertForeign(tx, payment, refund, isFree, cause)
  }
}

interface Known {
  payment: LockedPayment
  rows: readonly StoredRefund[]
  /** All refunds of the charge. */
  refunds: readonly GatewayRefund[]
  /** No process is sending it. */
  isFree: (row: StoredRefund) => boolean
}

/**
 * Finds our refunds that match one of the gateway's: all of them if it returns the whole charge, otherwise
 * the one with our reference. A refund without a reference (some gateways store none, and people refund by
 * hand) matches one of the same amount that is not being sent and has no counterpart at the gateway yet.
 */
function findOwn({ payment, rows, refunds, isFree }: Known, refund: GatewayRefund): StoredRefund[] {
  const { reference, amountCents } = refund
  const byReference = rows.find((row) => row.reference === reference)
  if (isWhole(payment, rows, refund) && (byReference || reference === null))
    return rows.filter(({ status }) => status !== 'refused')
  if (byReference) return [byReference]
  if (reference !== null) return []
  const found = rows.find(
    (row) =>
      (row.status === 'sent' || row.status === 'needs_person' || row.status === 'approved') &&
      chargedCents(row) === amountCents &&
      row.gateway_refund_id === null &&
      isFree(row) &&
      !refunds.some((other) => other.reference === row.reference && !row.denied_ids.includes(other.id)),
  )
  return found ? [found] : []
}

/** Whether the gateway's refund returns the whole charge, as several of our refunds together do. */
function isWhole(
  payment: LockedPayment,
  all: readonly StoredRefund[],
  { amountCents }: GatewayRefund,
): boolean {
  const rows = all.filter(({ status }) => status !== 'refused')
  return (
    rows.length > 1 &&
    amountCents === payment.amount_cents + payment.interest_cents &&
    amountCents === rows.reduce((sum, row) => sum + chargedCents(row), 0) &&
    rows.every(({ status, gateway_refund_id }) => status !== 'done' && gateway_refund_id === null)
  )
}

const chargedCents = (row: StoredRefund) => row.amount_cents + row.interest_cents

async function apply(tx: Tx, row: StoredRefund, refund: GatewayRefund, cause: Cause): Promise<void> {
  // Not all parts of the refund are sent: the job that sends it requests the rest.
  if (
    refund.reference === row.reference &&
    refund.status !== 'cancelled' &&
    refund.amountCents < chargedCents(row)
  )
    return
  const known = {
    gateway_refund_id: refund.id,
    request_url: refund.requestUrl ?? row.request_url,
    receipt_url: refund.receiptUrl ?? row.receipt_url,
  }
  if (refund.status === 'done')
    await moveRefund(tx, row, 'done', { ...known, done_at: refund.doneAt ?? cause.at }, cause)
  else if (refund.status === 'waiting') await moveRefund(tx, row, 'sent', known, cause)
  else if (refund.status === 'unauthorized')
    await moveRefund(
      tx,
      row,
      'needs_person',
      { ...known, failure_reason: UNAUTHORIZED, obstacle: 'unauthorized' },
      cause,
    )
  else if (row.status !== 'done' && row.status !== 'refused') {
    const denied = {
      gateway_refund_id: null,
      request_url: null,
      denied_ids: [...row.denied_ids, refund.id],
      failure_reason: DENIED,
    }
    if (!(await moveRefund(tx, row, 'needs_person', { ...denied, obstacle: 'denied' }, cause)))
      await updateRefund(tx, row.id, {
        ...denied,
        ...(row.status === 'needs_person' && stopped('denied', cause.at)),
      })
  }
}

/**
 * Writes, once, that the gateway made one of our refunds a second time. A person has to recover the money.
 */
async function recordUnmatched(
  tx: Tx,
  paymentId: number,
  refund: GatewayRefund,
  cause: Cause,
): Promise<void> {
  if (await hasLedgerRow(tx, paymentId, UNMATCHED_REFUND)) return
  await writeLedger(tx, {
    paymentId,
    kind: UNMATCHED_REFUND,
    applied: false,
    ...cause,
    detail: { gatewayRefundId: refund.id, amountCents: refund.amountCents },
  })
}

/**
 * Assigns the refund to an item of exactly its amount, else to what is left of the items in order, and then to
 * our refunds that the gateway has not made: somebody refunded by hand what they would have returned.
 */
async function insertForeign(
  tx: Tx,
  payment: LockedPayment,
  refund: GatewayRefund,
  isFree: Known['isFree'],
  cause: Cause,
): Promise<void> {
  const rows = (await listRefundsOf(tx, payment.id)).filter(({ status }) => status !== 'refused')
  const items = (await listItems(tx, payment.id)).map(
    ({ registrationId, amountCents, interestCents = 0 }) => {
      const before = rows.filter((row) => row.registration_id === registrationId)
      return {
        registrationId,
        priceCents: amountCents - before.reduce((sum, row) => sum + row.amount_cents, 0),
        leftCents: amountCents + interestCents - before.reduce((sum, row) => sum + chargedCents(row), 0),
      }
    },
  )
  const same = items.find(({ leftCents }) => leftCents === refund.amountCents)
  let left = refund.amountCents
  const emptied: number[] = []
  for (const { registrationId, priceCents, leftCents } of same ? [same] : items) {
    const given = Math.min(left, leftCents)
    if (given <= 0 || priceCents <= 0) continue
    left -= given
    // The refunded amount contains price and interest in the proportion in which both are left.
    const amountCents = Math.max(1, Math.floor((given * priceCents) / leftCents))
    const item = { paymentId: payment.id, registrationId, amountCents, interestCents: given - amountCents }
    await insertDone(tx, item, refund, cause)
    if (given === leftCents) emptied.push(registrationId)
  }
  const pending = rows.filter(
    ({ status, gateway_refund_id }) => status !== 'done' && gateway_refund_id === null,
  )
  for (const row of pending.filter(isFree)) {
    if (chargedCents(row) > left) continue
    left -= chargedCents(row)
    await apply(tx, row, refund, cause)
  }
  // The job that is sending one of them settles it, or the payment becomes 5.
  for (const row of pending) if (!isFree(row)) left -= chargedCents(row)
  if (left > 0)
    await writeLedger(tx, {
      ...cause,
      paymentId: payment.id,
      kind: UNMATCHED_REFUND,
      fromStatus: payment.status,
      applied: false,
      detail: { gatewayRefundId: refund.id, amountCents: left },
    })
  if (isPaid(payment.status)) await releaseUnpaid(tx, payment.id, emptied, cause.at)
}

async function insertDone(
  tx: Tx,
  item: { paymentId: number; registrationId: number; amountCents: number; interestCents?: number },
  refund: Pick<GatewayRefund, 'id' | 'receiptUrl' | 'doneAt'> | null,
  cause: Cause,
): Promise<void> {
  const made = await insertRefund(tx, {
    ...item,
    reason: 'gateway',
    status: 'done',
    askedBy: null,
    approvedBy: null,
    at: cause.at,
    ...(refund && { gatewayRefundId: refund.id }),
    receiptUrl: refund?.receiptUrl ?? null,
    doneAt: refund?.doneAt ?? cause.at,
  })
  await recordRefund(tx, { ...made, status: null }, 'done', cause)
}

/** Releases the registrations that no other payment pays for. */
async function releaseUnpaid(tx: Tx, paymentId: number, ids: readonly number[], at: Date): Promise<void> {
  const otherPaid = await listOtherPaid(tx, paymentId, ids)
  const unpaid = ids.filter((id) => !otherPaid.some((paid) => paid.registration_id === id))
  for (const id of await releaseRegistrations(tx, unpaid, 'refunded', at)) await balanceLater(tx, id)
}

/**
 * The gateway reports that all money of a payment was refunded: completes unfinished refunds, and records the
 * rest as refunded there. Returns the registrations whose refund had not been decided here.
 */
export async function completeRefunds(tx: Tx, payment: LockedPayment, cause: Cause): Promise<number[]> {
  const items = await listItems(tx, payment.id)
  const undecided = items.filter(({ amountCents, refunds }) => (refunds?.refundedCents ?? 0) < amountCents)
  for (const row of await listRefundsOf(tx, payment.id)) await moveRefund(tx, row, 'done', {}, cause)
  for (const { registrationId, amountCents, refunds } of await listItems(tx, payment.id)) {
    const left = amountCents - (refunds?.refundedCents ?? 0)
    if (left > 0)
      await insertDone(tx, { paymentId: payment.id, registrationId, amountCents: left }, null, cause)
  }
  return undecided.map(({ registrationId }) => registrationId)
}
