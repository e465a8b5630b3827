import { toBrazilianDate } from '#contract/dates.ts'
import { EVENT_STATUS } from '#contract/event/event-status.ts'
import { toDecimal } from '#contract/money.ts'
import { creditUse, type RefundChoice } from '#contract/my-registrations/refund-choice.ts'
import type { Deps } from '#server/deps.ts'
import { closeChoice } from '#server/features/payment/held-refunds/queries.ts'
import { refundHeldMoney } from '#server/features/payment/held-refunds/refund-held-money.ts'
import { lockPaymentsOf } from '#server/features/payment/queries/locks.ts'
import { type Db, transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { extendChoice, findCreditUse, findTarget, getMyChoice, lastsForNextRace } from './queries.ts'
import { readAlternativeKits } from './read-alternative-kits.ts'
import { auditChoice, isClosed } from './settle-choice.ts'

interface ChoiceRequest {
  userId: number
  registrationId: number
}

/** Throws 404 when there is no choice. */
export async function readRefundChoice(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { userId, registrationId }: ChoiceRequest,
): Promise<RefundChoice> {
  const row = await getMyChoice(db, registrationId, userId)
  const waits = row.kind === 'late' && row.choice === null
  const found = waits ? await readAlternativeKits(db, registrationId, clock.now()) : null
  const isCancelled = row.kind === 'event_cancelled'
  return {
    kind: row.kind,
    amount: toDecimal(row.cents),
    fee: toDecimal(row.fee_cents),
    refund: toDecimal(row.refund_cents),
    ends_on: toBrazilianDate(row.ends_on),
    reason: isCancelled ? row.reason : null,
    donation_to: isCancelled ? row.donation_to : null,
    credit: await readCredit(db, row, clock.now()),
    choice: row.choice,
    places: (found?.places ?? []).map(({ kit, sizes, columns }) => ({
      product: { id: kit.id, name: kit.name },
      sizes: sizes.map(({ id, name }) => ({ id, name })),
      total: toDecimal(columns.total_cents),
    })),
    payment_types: (found?.types ?? []).toSorted(),
  }
}

/** Null when no credit is offered. */
async function readCredit(
  db: Db,
  row: Awaited<ReturnType<typeof getMyChoice>>,
  now: Date,
): Promise<RefundChoice['credit']> {
  const { registration_id: id, credit_until: until, ends_on: endsOn, choice } = row
  const lastDay = lastsForNextRace(row.kind) ? endsOn : until
  if (row.kind === 'late' || row.kind === 'returned' || lastDay === null) return null
  const used = choice === 'credit' ? await findCreditUse(db, id, now) : undefined
  const found = used ? undefined : await findTarget(db, row, now)
  const event = used ?? found
  const use = used
    ? { usedCents: used.used_cents, missingCents: 0, leftCents: 0 }
    : choice === null && creditUse(row.cents, found?.owed_cents ?? 0)
  return {
    until: toBrazilianDate(lastDay),
    is_kept: endsOn >= lastDay,
    event: event ? { ...event, date_event: toBrazilianDate(event.event_on) } : null,
    registration:
      event?.registration_id && use
        ? {
            id: event.registration_id,
            owed: toDecimal(use.usedCents + use.missingCents),
            used: toDecimal(use.usedCents),
            missing: toDecimal(use.missingCents),
            left: toDecimal(use.leftCents),
          }
        : null,
  }
}

/**
 * Records the caller's choice about the money of a registration. Idempotent. Throws 404, and 409
 * when another choice was made or the deadline is over.
 */
export async function chooseRefund(
  deps: Pick<Deps, 'db' | 'clock' | 'gateway'>,
  {
    userId,
    registrationId,
    choice,
    ip,
  }: ChoiceRequest & { choice: 'refund' | 'donation' | 'wait'; ip: string },
): Promise<void> {
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    await lockPaymentsOf(tx, [registrationId])
    const waiting = await getMyChoice(tx, registrationId, userId)
    if (waiting.choice === choice) return
    // A returned place waits for a buyer, and the credit of a change for another race.
    if (waiting.choice !== null || waiting.kind === 'returned' || waiting.kind === 'changed')
      throw new AppError('state_changed')
    if (choice === 'refund') {
      // A runner who deferred has chosen the credit, unless the organizer cancels the race.
      if (waiting.kind === 'deferred' && waiting.event_status !== EVENT_STATUS.cancelled)
        throw new AppError('state_changed')
      await refundHeldMoney(tx, registrationId, { at, by: userId, provider: deps.gateway.provider })
    } else {
      const { kind, donation_to: donationTo, credit_until: creditUntil } = waiting
      if (kind !== 'event_cancelled' || isClosed(waiting, at)) throw new AppError('state_changed')
      if (choice === 'donation' && donationTo !== null)
        await closeChoice(tx, registrationId, { choice, at, by: userId })
      else if (choice === 'wait' && creditUntil !== null) await extendChoice(tx, registrationId, creditUntil)
      else throw new AppError('state_changed')
    }
    await auditChoice(tx, waiting, { userId, at, ip }, { choice, amount_cents: waiting.cents })
  })
}
