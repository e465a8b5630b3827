import { addDays, dayIn, toBrazilianDate } from '#contract/dates.ts'
import { type Cents, formatCents } from '#contract/money.ts'
import { DEFERRAL_CREDIT_DAYS } from '#contract/my-registrations/deferral.ts'
import type { Deps } from '#server/deps.ts'
import { cancelRegistrations } from '#server/features/payment/cancel-registrations.ts'
import { moneyOf } from '#server/features/payment/domain/plan-balance.ts'
import { openChoice } from '#server/features/payment/held-refunds/queries.ts'
import { lockPaymentsOf } from '#server/features/payment/queries/locks.ts'
import { paidOf } from '#server/features/registration/domain/paid-of.ts'
import { audit } from '#server/lib/audit.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import { deferralOffer } from './domain/deferral-offer.ts'
import { deferralNoticeJob, registrationDeferredJob } from './emails.ts'
import { getDeferrable } from './queries.ts'

interface Deferral {
  userId: number
  registrationId: number
  reason: string
  /** The credit that the runner was shown. */
  expectedCents: Cents
  ip: string
}

/**
 * Gives up the place for a credit with the organizer (docs/algorithms/changes.md, "Deferral"). A repeated
 * request does nothing. Throws 404 for another account's registration, 409 when it is not possible or gives
 * another credit.
 */
export async function deferRegistration(
  { db, clock, gateway }: Pick<Deps, 'db' | 'clock' | 'gateway'>,
  { userId, registrationId, reason, expectedCents, ip }: Deferral,
): Promise<void> {
  const at = clock.now()
  await transaction(db, async (tx) => {
    // Lock order: registration, payments, stock levels (docs/algorithms/stock.md).
    const payments = await lockPaymentsOf(tx, [registrationId])
    const current = await getDeferrable(tx, { registrationId, userId })
    if (current.cancel_reason === 'deferred') return
    const { event_id: eventId, deferral_fee_cents: feeCents, timezone, event_on: eventOn } = current
    const { paidCents, isDisputed } = paidOf(moneyOf(registrationId, payments), timezone)
    const offer = deferralOffer({
      status: current.status,
      eventStatus: current.event_status,
      until: current.deferral_until,
      eventOn,
      today: dayIn(timezone, at),
      isCancellationRequested: current.is_cancellation_requested,
      payments,
      paidCents,
      isDisputed,
      feeCents,
      isDeferred: current.is_deferred,
      isByCaptain: payments.some(({ payerUserId, items }) =>
        items.some((item) => item.registrationId === registrationId && payerUserId !== userId),
      ),
    })
    if ('problem' in offer) throw new AppError('state_changed', { message: offer.problem })
    if (offer.creditCents !== expectedCents)
      throw new AppError('offer_changed', { message: 'O valor mudou. Confira o novo e confirme de novo.' })

    await cancelRegistrations(tx, [registrationId], {
      at,
      actorUserId: userId,
      reason: 'deferred',
      retained: new Map([[registrationId, paidCents]]),
      provider: gateway.provider,
    })
    const endsOn = addDays(eventOn, DEFERRAL_CREDIT_DAYS)
    await openChoice(tx, { registrationId, eventId, kind: 'deferred', endsOn, feeCents, reason })
    await audit(tx, {
      at,
      actorUserId: userId,
      action: 'registration.deferred',
      entityId: registrationId,
      eventId,
      after: {
        Crédito: formatCents(offer.creditCents),
        Taxa: formatCents(feeCents),
        'Vale até': toBrazilianDate(endsOn),
      },
      ip,
    })
    await addJob(tx, registrationDeferredJob, { registrationId })
    await addJob(tx, deferralNoticeJob, { registrationId })
  })
}
