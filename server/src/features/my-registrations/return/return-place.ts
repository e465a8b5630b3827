import { dayIn, toBrazilianDate } from '#contract/dates.ts'
import { type Cents, formatCents } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { cancelRegistrations } from '#server/features/payment/cancel-registrations.ts'
import { moneyOf } from '#server/features/payment/domain/plan-balance.ts'
import { findChoice, openChoice } from '#server/features/payment/held-refunds/queries.ts'
import { lockPaymentsOf } from '#server/features/payment/queries/locks.ts'
import { paidOf } from '#server/features/registration/domain/paid-of.ts'
import { audit } from '#server/lib/audit.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import { endInvitations } from '../transfer/queries.ts'
import { lastSaleDay, returnOffer } from './domain/return-offer.ts'
import { placeReturnedJob } from './emails.ts'
import { getReturnable } from './queries.ts'
import { takeBack } from './take-back.ts'

interface Own {
  userId: number
  registrationId: number
  ip: string
}

/**
 * Gives the place back to be sold, and keeps what was paid for it until somebody buys it
 * (docs/algorithms/transfer.md, "Returned places"). A repeated request does nothing. Throws 404 for another
 * account's registration, 409 when it is not possible or gives another refund.
 */
export async function returnPlace(
  { db, clock, gateway }: Pick<Deps, 'db' | 'clock' | 'gateway'>,
  { userId, registrationId, expectedCents, ip }: Own & { expectedCents: Cents },
): Promise<void> {
  const at = clock.now()
  await transaction(db, async (tx) => {
    // Lock order: registration, payments, stock levels (docs/algorithms/stock.md).
    const payments = await lockPaymentsOf(tx, [registrationId])
    const current = await getReturnable(tx, { registrationId, userId })
    if (current.cancel_reason === 'returned') return
    const { event_id: eventId, returns_fee_cents: feeCents, timezone, event_on: eventOn } = current
    const sale = { eventOn, registrationEndsOn: current.registration_ends_on }
    const { paidCents, isDisputed } = paidOf(moneyOf(registrationId, payments), timezone)
    const offer = returnOffer({
      ...sale,
      status: current.status,
      eventStatus: current.event_status,
      until: current.returns_until,
      today: dayIn(timezone, at),
      isCancellationRequested: current.is_cancellation_requested,
      payments,
      paidCents,
      isDisputed,
      isInTeam: current.is_in_team,
      feeCents,
    })
    if ('problem' in offer) throw new AppError('state_changed', { message: offer.problem })
    if (offer.refundCents !== expectedCents)
      throw new AppError('offer_changed', { message: 'O valor mudou. Confira o novo e confirme de novo.' })

    await endInvitations(tx, registrationId, at)
    await cancelRegistrations(tx, [registrationId], {
      at,
      actorUserId: userId,
      reason: 'returned',
      retained: new Map([[registrationId, paidCents]]),
      provider: gateway.provider,
    })
    const endsOn = lastSaleDay(sale)
    await openChoice(tx, { registrationId, eventId, kind: 'returned', endsOn, feeCents })
    await audit(tx, {
      at,
      actorUserId: userId,
      action: 'registration.returned',
      entityId: registrationId,
      eventId,
      after: {
        'A devolver': formatCents(offer.refundCents),
        Taxa: formatCents(feeCents),
        'À venda até': toBrazilianDate(endsOn),
      },
      ip,
    })
    await addJob(tx, placeReturnedJob, { registrationId })
  })
}

/** Takes the place back. A repeated request does nothing. Throws 404, and 409 when it is not possible. */
export async function withdrawReturn(
  { db, clock, gateway }: Pick<Deps, 'db' | 'clock' | 'gateway'>,
  { userId, registrationId, ip }: Own,
): Promise<void> {
  const at = clock.now()
  await transaction(db, async (tx) => {
    // Lock order: registration, payments, stock levels (docs/algorithms/stock.md).
    const payments = await lockPaymentsOf(tx, [registrationId])
    const current = await getReturnable(tx, { registrationId, userId })
    const choice = await findChoice(tx, registrationId)
    if (choice?.kind === 'returned' && choice.choice === 'place') return
    if (choice?.kind !== 'returned' || choice.choice !== null) throw new AppError('state_changed')
    const returned = { ...current, registrationId, payments }
    const outcome = await takeBack(tx, returned, { at, by: userId, provider: gateway.provider })
    if (outcome === 'sold_out')
      throw new AppError('sold_out', {
        message: 'A vaga já está com outra pessoa. O reembolso sai quando ela pagar.',
      })
    if (outcome !== 'changed') throw new AppError(outcome)
    await audit(tx, {
      at,
      actorUserId: userId,
      action: 'registration.return_withdrawn',
      entityId: registrationId,
      eventId: current.event_id,
      ip,
    })
  })
}
