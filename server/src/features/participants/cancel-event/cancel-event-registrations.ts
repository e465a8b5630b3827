import { z } from 'zod'
import { addDays, dayIn } from '#contract/dates.ts'
import type { Cents } from '#contract/money.ts'
import { REGISTRATION_STATUS } from '#contract/payment-status.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { addJob, defineMoneyJob, type Job } from '#server/lib/jobs.ts'
import { getRefundSettings } from '../../fees/refund-settings/queries.ts'
import { cancelRegistrations } from '../../payment/cancel-registrations.ts'
import { moneyOf } from '../../payment/domain/settlement.ts'
import { FOLD_MS } from '../../payment/emails/fold.ts'
import { lockPaymentsOf, type SharedPayment } from '../../payment/queries.ts'
import { openChoice } from '../../payment/refund-choices/queries.ts'
import { refundHeldMoney } from '../../payment/refund-choices/refund-held-money.ts'
import { listRequested } from '../../payment/refunds/queries.ts'
import { paidOf } from '../../registration/domain/paid-of.ts'
import { eventCancelledJob } from './event-cancelled.ts'
import { findCancellation, listAccounts, listActive, listOffered } from './queries.ts'

/** A run stops after this time and enqueues the next one. */
const RUN_MS = 10_000
const PAGE = 100
/** Accounts of one transaction: thousands of registrations are cancelled several times faster than one by one. */
const STEP = 20

export const jobKeyOf = (eventId: number): string => `cancel-event:${eventId}`

type Cancelled = NonNullable<Awaited<ReturnType<typeof findCancellation>>> & { eventId: number }

/**
 * Cancels all registrations of an event that was called off, some accounts' at a time: payments never cover those of two accounts. What
 * was cancelled does not come again, so a run that dies is simply repeated. Throws when some of them failed, after all others.
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
    // Whoever was offered another place has none to take.
    for (const registrationId of await listOffered(deps.db, eventId))
      await transaction(deps.db, async (tx) => {
        await lockPaymentsOf(tx, [registrationId])
        const { provider } = deps.gateway
        await refundHeldMoney(tx, registrationId, { at: deps.clock.now(), by: null, provider })
      }).catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw new AggregateError(failures, 'some registrations were not cancelled')
  },
)

/** Cancels what these accounts have, one by one if that fails together. Returns what failed. */
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
  // Some may have been cancelled meanwhile, by a policy that keeps a part.
  const registrations = await listActive(tx, eventId, userIds)
  const ids = registrations.map(({ id }) => id)
  if (ids.length === 0) return
  const leavesChoice = event.donation_to !== null || event.credit_until !== null
  const kept = leavesChoice ? await heldOf(tx, event, ids, payments) : new Map()
  const { provider } = deps.gateway
  await cancelRegistrations(tx, ids, {
    at,
    actorUserId: null,
    reason: 'event_cancelled',
    refund: { reason: 'event_cancelled', askedBy: event.cancelled_by_user_id, approvedBy: null },
    kept,
    provider,
  })
  if (kept.size > 0) {
    const { choice_days: days } = await getRefundSettings(tx, event.enterprise_id)
    const endsOn = addDays(dayIn(event.timezone, at), days)
    for (const registrationId of kept.keys())
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
      // So late that the message can say how far the refunds have come.
      { runAt: new Date(at.getTime() + FOLD_MS) },
    )
}

/**
 * What waits for each runner to choose: all they paid. A disputed payment leaves no choice, its money is with the bank; neither does a
 * request to cancel, which asked for the money already.
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
