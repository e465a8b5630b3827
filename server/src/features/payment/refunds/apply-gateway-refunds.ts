import { isPaid } from '#contract/payment-status.ts'
import type { Tx } from '#server/lib/db.ts'
import { releaseRegistrations } from '../../registration/queries.ts'
import { settleLater } from '../follow-up-jobs.ts'
import type { GatewayRefund } from '../gateways/gateway.ts'
import {
  type LedgerRow,
  type LockedPayment,
  listItems,
  listOtherPaid,
  lockPayment,
  writeLedger,
} from '../queries.ts'
import { followUp, moveRefund, recordRefund } from './move-refund.ts'
import { insertRefund, listRefundsOf, type StoredRefund, updateRefund } from './queries.ts'

const DENIED = 'O meio de pagamento não concluiu a devolução.'

interface Cause {
  at: Date
  source: LedgerRow['source']
  gatewayMessageId?: number | null
}

/**
 * Brings the refunds of a payment in line with what the gateway says of its charge. What somebody refunded at the gateway directly
 * becomes refunds too; it releases the registrations whose money has all gone back. Safe to repeat and out of order.
 */
export async function applyGatewayRefunds(
  tx: Tx,
  paymentId: number,
  { chargeId, refunds }: { chargeId: string; refunds: readonly GatewayRefund[] },
  cause: Cause,
): Promise<void> {
  const payment = await lockPayment(tx, paymentId)
  if (payment?.charge_id !== chargeId) return
  const matched = new Set<number>()
  for (const refund of refunds) {
    const rows = await listRefundsOf(tx, paymentId)
    if (rows.some((row) => row.denied_ids.includes(refund.id))) continue
    const own = rows.filter((row) => row.gateway_refund_id === refund.id)
    const found =
      own.length > 0
        ? own
        : [findOwn(rows, refunds, refund, cause.at)].filter(
            (row) => row !== undefined && !matched.has(row.id),
          )
    for (const row of found) {
      if (!row) continue
      matched.add(row.id)
      await apply(tx, row, refund, cause)
    }
    if (found.length === 0 && refund.status === 'done') await insertForeign(tx, payment, refund, cause)
  }
}

/**
 * The refund of ours that one of the gateway's is: by our reference; else, because some carry none or were made by hand, one of the same
 * amount that has no other at the gateway and is not being sent.
 */
function findOwn(
  rows: readonly StoredRefund[],
  refunds: readonly GatewayRefund[],
  { reference, amountCents }: GatewayRefund,
  at: Date,
): StoredRefund | undefined {
  const byReference = rows.find((row) => row.reference === reference)
  if (byReference || reference !== null) return byReference
  return rows.find(
    (row) =>
      (row.status === 'sent' || row.status === 'needs_person' || row.status === 'approved') &&
      chargedCents(row) === amountCents &&
      row.gateway_refund_id === null &&
      !(row.claimed_until && row.claimed_until > at) &&
      !refunds.some((other) => other.reference === row.reference && !row.denied_ids.includes(other.id)),
  )
}

const chargedCents = (row: StoredRefund) => row.amount_cents + row.interest_cents

async function apply(tx: Tx, row: StoredRefund, refund: GatewayRefund, cause: Cause): Promise<void> {
  // It goes in parts, and not all have gone: the job that sends it asks for the rest.
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
  else if (row.status !== 'done' && row.status !== 'refused') {
    const denied = {
      gateway_refund_id: null,
      request_url: null,
      denied_ids: [...row.denied_ids, refund.id],
      failure_reason: DENIED,
    }
    if (!(await moveRefund(tx, row, 'needs_person', denied, cause))) await updateRefund(tx, row.id, denied)
  }
}

/** Somebody refunded at the gateway: an item of just that amount, or else what is left of the items, in their order. */
async function insertForeign(
  tx: Tx,
  payment: LockedPayment,
  refund: GatewayRefund,
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
    // What was given back is price and interest in the proportion in which both are left.
    const amountCents = Math.max(1, Math.floor((given * priceCents) / leftCents))
    const item = { paymentId: payment.id, registrationId, amountCents, interestCents: given - amountCents }
    await insertDone(tx, item, refund, cause)
    if (given === leftCents) emptied.push(registrationId)
  }
  if (left > 0)
    await writeLedger(tx, {
      paymentId: payment.id,
      at: cause.at,
      kind: 'refund_unmatched',
      fromStatus: payment.status,
      toStatus: null,
      applied: false,
      source: cause.source,
      gatewayMessageId: cause.gatewayMessageId ?? null,
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
  await followUp(tx, made.id, 'done', cause.at)
}

/** Releases those of these registrations for which nothing else was paid. */
async function releaseUnpaid(tx: Tx, paymentId: number, ids: readonly number[], at: Date): Promise<void> {
  const otherPaid = await listOtherPaid(tx, paymentId, ids)
  const unpaid = ids.filter((id) => !otherPaid.some((paid) => paid.registration_id === id))
  for (const id of await releaseRegistrations(tx, unpaid, 'refunded', at)) await settleLater(tx, id)
}

/**
 * All money of a payment has gone back, as the gateway says: refunds that were not finished are done, and what no refund speaks of was
 * refunded at the gateway. Returns the registrations for which that had not been decided here.
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
