import { dayIn, toBrazilianDate } from '#contract/dates.ts'
import { toDecimal } from '#contract/money.ts'
import { creditUse, type RefundChoice } from '#contract/refund-choice.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import { type Db, transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { lockPaymentsOf } from '../../payment/queries.ts'
import { closeChoice } from '../../payment/refund-choices/queries.ts'
import { refundHeldMoney } from '../../payment/refund-choices/refund-held-money.ts'
import { extendChoice, findCreditUse, findMyChoice, findNewDate, getHeld } from './queries.ts'
import { readPlaces } from './read-places.ts'

type Mine = NonNullable<Awaited<ReturnType<typeof findMyChoice>>>

interface Asked {
  userId: number
  registrationId: number
}

/** What the caller may decide, or has decided, about the money of a cancelled registration. Throws 404 when there is nothing. */
export async function readRefundChoice(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { userId, registrationId }: Asked,
): Promise<RefundChoice> {
  const row = await findMyChoice(db, registrationId, userId)
  if (!row) throw new AppError('not_found')
  const waits = row.kind === 'late' && row.choice === null
  const found = waits ? await readPlaces(db, await getHeld(db, registrationId), clock.now()) : null
  const isCancelled = row.kind === 'event_cancelled'
  return {
    kind: row.kind,
    amount: toDecimal(row.cents),
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
    payment_types: (found?.offer.paymentMethods ?? []).map(({ type }) => type).sort(),
  }
}

/** What the runner may use the money for instead, or has used it for; null where that is not offered. */
async function readCredit(db: Db, row: Mine, now: Date): Promise<RefundChoice['credit']> {
  const { registration_id: id, credit_until: until, ends_on: endsOn, choice } = row
  if (row.kind !== 'event_cancelled' || until === null) return null
  const used = choice === 'credit' ? await findCreditUse(db, id, now) : undefined
  const found = used ? undefined : await findNewDate(db, id, now)
  const event = used ?? found
  const use = used
    ? { usedCents: used.used_cents, missingCents: 0, leftCents: 0 }
    : choice === null && creditUse(row.cents, found?.owed_cents ?? 0)
  return {
    until: toBrazilianDate(until),
    is_kept: endsOn >= until,
    event: event
      ? {
          id: event.id,
          slug: event.slug,
          title: event.title,
          date_event: toBrazilianDate(event.event_on),
          is_open: event.is_open,
        }
      : null,
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
 * Decides what becomes of the money of a cancelled registration of the caller: it goes back, or stays with the organizer as a gift, when
 * that was offered, or waits longer for the new date. The same choice again changes nothing. Throws 404, 409 when something else was
 * chosen or the time is over.
 */
export async function chooseRefund(
  deps: Pick<Deps, 'db' | 'clock' | 'gateway'>,
  { userId, registrationId, choice, ip }: Asked & { choice: 'refund' | 'donation' | 'wait'; ip: string },
): Promise<void> {
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    await lockPaymentsOf(tx, [registrationId])
    const waiting = await findMyChoice(tx, registrationId, userId)
    if (!waiting) throw new AppError('not_found')
    if (waiting.choice === choice) return
    if (waiting.choice !== null) throw new AppError('state_changed')
    if (choice === 'refund') {
      await refundHeldMoney(tx, registrationId, { at, by: userId, provider: deps.gateway.provider })
    } else {
      const { kind, donation_to: donationTo, credit_until: creditUntil, timezone, ends_on: endsOn } = waiting
      if (kind !== 'event_cancelled' || dayIn(timezone, at) > endsOn) throw new AppError('state_changed')
      if (choice === 'donation' && donationTo !== null)
        await closeChoice(tx, registrationId, { choice, at, by: userId })
      else if (choice === 'wait' && creditUntil !== null) await extendChoice(tx, registrationId, creditUntil)
      else throw new AppError('state_changed')
    }
    await audit(tx, {
      at,
      actorUserId: userId,
      action: 'refund_choice.made',
      entity: 'registration',
      entityId: registrationId,
      eventId: waiting.event_id,
      after: { choice, amount_cents: waiting.cents },
      ip,
    })
  })
}
