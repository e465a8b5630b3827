import { dayIn, toBrazilianDate } from '#contract/dates.ts'
import { toDecimal } from '#contract/money.ts'
import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import { paidOf, type Share } from '#server/features/registration/domain/paid-of.ts'
import type { findMine } from '../list/queries.ts'
import { lastSaleDay, returnOffer } from './domain/return-offer.ts'

export function presentReturn(
  row: NonNullable<Awaited<ReturnType<typeof findMine>>>,
  payments: readonly { status: number }[],
  shares: readonly Share[],
  now: Date,
): MyRegistration['place_return'] {
  const sale = { eventOn: row.event_on, registrationEndsOn: row.registration_ends_on }
  const until = toBrazilianDate(lastSaleDay(sale))
  if (row.returned_fee_cents !== null) {
    const { returned_fee_cents: feeCents, kept_cents: keptCents } = row
    return { state: 'waiting', refund: toDecimal(keptCents - feeCents), fee: toDecimal(feeCents), until }
  }
  const offer = returnOffer({
    ...sale,
    status: row.status,
    eventStatus: row.event_status,
    until: row.returns_until,
    today: dayIn(row.timezone, now),
    isCancellationRequested: row.is_cancellation_requested,
    payments,
    ...paidOf(shares, row.timezone),
    isInTeam: row.team !== null,
    feeCents: row.returns_fee_cents,
  })
  if ('problem' in offer) return null
  const { refundCents } = offer
  return { state: 'offered', refund: toDecimal(refundCents), fee: toDecimal(row.returns_fee_cents), until }
}
