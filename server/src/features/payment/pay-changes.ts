import { dayIn } from '#contract/dates.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import {
  applyChange,
  applyEndedChange,
  endChanges,
  findLastChange,
  findTierLevel,
  listChanging,
} from '#server/features/registration/changes/queries.ts'
import { changeSpots } from '#server/features/registration/queries.ts'
import { applyTransfer, findTransferOf, mayTake } from '#server/features/registration/transfers/queries.ts'
import type { Tx } from '#server/lib/db.ts'
import { mayBeRestored } from './domain/late-payment.ts'
import { listItems, listOtherOpen, type listOtherPaid, paidBy } from './queries/items.ts'
import type { LockedPayment } from './queries/locks.ts'
import { getEventWindow } from './queries/payments.ts'

/**
 * Ends the open changes for which the payment asked, and which no other payment can pay. Returns the
 * registrations that had one.
 */
export async function endUnpaidChanges(
  tx: Tx,
  payment: LockedPayment,
  at: Date,
): Promise<ReadonlySet<number>> {
  const changing = await listChanging(
    tx,
    payment.registrations.map(({ id }) => id),
  )
  const others = changing.size > 0 ? await listOtherOpen(tx, payment.id, [...changing]) : []
  const unpaid = [...changing].filter((id) => !others.includes(id))
  await endChanges(tx, unpaid, 'expired', at)
  return changing
}

/**
 * Applies the changes that the payment pays for, also one that has expired if its stock can be taken again
 * (docs/algorithms/changes.md). Returns the payment with the new totals.
 */
export async function withChanges(
  tx: Tx,
  payment: LockedPayment,
  otherPaid: Awaited<ReturnType<typeof listOtherPaid>>,
  at: Date,
): Promise<LockedPayment> {
  if (payment.registrations.every(({ status }) => status !== REGISTRATION_STATUS.confirmed)) return payment
  const items = await listItems(tx, payment.id)
  const registrations: LockedPayment['registrations'] = []
  for (const registration of payment.registrations) {
    const { id, status } = registration
    const change = status === REGISTRATION_STATUS.confirmed ? await findLastChange(tx, id) : undefined
    const item = items.find(({ registrationId }) => registrationId === id)
    const paidCents = paidBy(otherPaid, id) + (item?.amountCents ?? 0)
    const pays =
      change?.state === 'open' ? paidCents >= change.total_cents : paidCents === change?.total_cents
    if (change && pays && (await takeChange(tx, registration, change, at)))
      registrations.push({ ...registration, total_cents: change.total_cents })
    else registrations.push(registration)
  }
  return { ...payment, registrations }
}

async function takeChange(
  tx: Tx,
  registration: LockedPayment['registrations'][number],
  change: NonNullable<Awaited<ReturnType<typeof findLastChange>>>,
  at: Date,
): Promise<boolean> {
  const transfer = await findTransferOf(tx, change.id)
  if (transfer && !(await mayTake(tx, transfer))) {
    await endChanges(tx, change.state === 'open' ? [registration.id] : [], 'replaced', at)
    return false
  }
  if (change.state === 'open') {
    if (transfer) await applyTransfer(tx, transfer, at)
    await applyChange(tx, registration.id, change, at)
    return true
  }
  // The payment was late. A registration that changed since keeps what it has.
  const { held_level_ids: held } = registration
  if (change.end_reason !== 'expired' || !isSame(held, change.from_level_ids)) return false
  const event = await getEventWindow(tx, registration.event_id)
  const restored = {
    cancelReason: change.end_reason,
    eventStatus: event.status,
    registrationEndsOn: event.event_on,
    eventOn: event.event_on,
    today: dayIn(event.timezone, at),
  }
  if (!mayBeRestored(restored)) return false
  // The price is what was paid, without a unit of a tier that may have ended.
  const tierLevelId = await findTierLevel(tx, change.tier_id)
  const wanted = change.level_ids.filter((id) => held.includes(id) || id !== tierLevelId)
  const { outcome } = await changeSpots(tx, registration.id, wanted, at)
  if (outcome !== 'changed') return false
  if (transfer) await applyTransfer(tx, transfer, at)
  await applyEndedChange(tx, registration.id, change, at)
  return true
}

const isSame = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((id) => b.includes(id))
