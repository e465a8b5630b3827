import { z } from 'zod'
import { addDays, dayIn } from '#contract/dates.ts'
import type { Cents } from '#contract/money.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import type { Deps } from '#server/deps.ts'
import { getRefundSettings } from '#server/features/fees/refund-settings/queries.ts'
import { cancelRegistrations } from '#server/features/payment/cancel-registrations.ts'
import { moneyOf } from '#server/features/payment/domain/plan-balance.ts'
import { FOLD_MS } from '#server/features/payment/emails/payment-due.ts'
import { openChoice } from '#server/features/payment/held-refunds/queries.ts'
import { refundHeldMoney } from '#server/features/payment/held-refunds/refund-held-money.ts'
import { lockPaymentsOf, type SharedPayment } from '#server/features/payment/queries/locks.ts'
import { listRequested } from '#server/features/payment/refunds/queries.ts'
import { paidOf } from '#server/features/registration/domain/paid-of.ts'
import { audit } from '#server/lib/audit.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { addJob, defineMoneyJob, type Job, RUN_MS } from '#server/lib/jobs.ts'
import { eventCancelledJob } from './event-cancelled.ts'
import { findCancellation, listAccounts, listActive, listOffered } from './queries.ts'

const PAGE = 100
/** Accounts per transaction; several times faster than one account at a time. */
const STEP = 20

export const jobKeyOf = (eventId: number): string => `cancel-event:${eventId}`

type Cancelled = NonNullable<Awaited<ReturnType<typeof findCancellation>>> & { eventId: number }

/**
 * Cancels all registrations of a cancelled event in batches of accounts; a payment never covers registrations
 * of two accounts. A run that dies is repeated, because cancelled registrations are not selected again.
 * Throws when some failed, after processing all others.
 */
export const cancelEventRegistrationsJob: Job<z.ZodObject<{ eventId: z.ZodInt }>> = defineMoneyJob(
  'cancel-event-registrations',
  z.object({ eventId: z.int() }),
  async (deps, { eventId }) => {
    const found = await findCancellation(deps.db, eventId)
    if (!found) return
    const event = { ...found, eventId }
    const endsAt = performance.now() + RUN_MS
    const failures: unknown[] = []
    for (let after = 0; ; ) {
      const userIds = await listAccounts(deps.db, eventId, { after, limit: PAGE })
      for (let first = 0; first < userIds.length; first += STEP) {
        if (performance.now() > endsAt) return runAgain(deps, eventId)
        failures.push(...(await cancelStep(deps, event, userIds.slice(first, first + STEP))))
      }
      after = userIds.at(-1) ?? after
      if (userIds.length < PAGE) break
    }
    // A late payment whose runner was offered another place is refunded: the event has none left. So is a
    // returned place, with the organizer's fee.
    for (const { registration_id: registrationId, kind } of await listOffered(deps.db, eventId))
      await transaction(deps.db, async (tx) => {
        await lockPaymentsOf(tx, [registrationId])
        const { provider } = deps.gateway
        const whole = kind === 'returned' ? 'event_cancelled' : null
        await refundHeldMoney(tx, registrationId, { at: deps.clock.now(), by: null, provider, whole })
      }).catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw new AggregateError(failures, 'some registrations were not cancelled')
  },
)

/** Processes one account at a time if the batch fails. Returns the failures. */
async function cancelStep(deps: Deps, event: Cancelled, userIds: readonly number[]): Promise<unknown[]> {
  try {
    await transaction(deps.db, (tx) => cancelOfAccounts(tx, deps, event, userIds))
    return []
  } catch (error) {
    if (userIds.length === 1) return [error]
    const failures: unknown[] = []
    for (const userId of userIds) failures.push(...(await cancelStep(deps, event, [userId])))
    return failures
  }
}

const runAgain = (deps: Deps, eventId: number) =>
  transaction(deps.db, (tx) =>
    addJob(tx, cancelEventRegistrationsJob, { eventId }, { jobKey: jobKeyOf(eventId) }),
  )

async function cancelOfAccounts(
  tx: Tx,
  deps: Deps,
  event: Cancelled,
  userIds: readonly number[],
): Promise<void> {
  const { eventId } = event
  const at = deps.clock.now()
  const candidates = await listActive(tx, eventId, userIds)
  if (candidates.length === 0) return
  // Lock order: registrations, payments, stock levels (docs/algorithms/stock.md).
  const payments = await lockPaymentsOf(
    tx,
    candidates.map(({ id }) => id),
  )
  // Runners may have cancelled some since, under a policy that retains a part.
  const registrations = await listActive(tx, eventId, userIds)
  const ids = registrations.map(({ id }) => id)
  if (ids.length === 0) return
  const leavesChoice = event.donation_to !== null || event.credit_until !== null
  const held = leavesChoice ? await heldOf(tx, event, ids, payments) : new Map()
  const { provider } = deps.gateway
  await cancelRegistrations(tx, ids, {
    at,
    actorUserId: null,
    reason: 'event_cancelled',
    refund: { reason: 'event_cancelled', askedBy: event.cancelled_by_user_id, approvedBy: null },
    retained: held,
    provider,
  })
  if (held.size > 0) {
    const { choice_days: days } = await getRefundSettings(tx, event.enterprise_id)
    const endsOn = addDays(dayIn(event.timezone, at), days)
    for (const registrationId of held.keys())
      await openChoice(tx, { registrationId, eventId, kind: 'event_cancelled', endsOn })
  }
  for (const { id, status } of registrations)
    await audit(tx, {
      at,
      actorUserId: event.cancelled_by_user_id,
      action: 'registration.cancelled',
      entity: 'registration',
      entityId: id,
      eventId,
      before: { status },
      after: { status: REGISTRATION_STATUS.cancelled },
    })
  for (const userId of new Set(registrations.map((one) => one.responsible_user_id)))
    await addJob(
      tx,
      eventCancelledJob,
      { eventId, userId },
      // Delayed, so that the message can report the state of the refunds.
      { runAt: new Date(at.getTime() + FOLD_MS) },
    )
}

/**
 * The amount that each runner can decide on: everything they paid, unless it is disputed (the bank has the
 * money) or they asked to cancel before (and so for the refund).
 */
async function heldOf(
  tx: Tx,
  { timezone }: Cancelled,
  ids: readonly number[],
  payments: readonly SharedPayment[],
): Promise<Map<number, Cents>> {
  const asked = new Set((await listRequested(tx, ids)).map(({ registration_id }) => registration_id))
  return new Map(
    ids.flatMap((id) => {
      const { paidCents, isDisputed } = paidOf(moneyOf(id, payments), timezone)
      return paidCents > 0 && !isDisputed && !asked.has(id) ? [[id, paidCents] as const] : []
    }),
  )
}
