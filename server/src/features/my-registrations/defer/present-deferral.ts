import { addDays, dayIn, toBrazilianDate } from '#contract/dates.ts'
import { toDecimal } from '#contract/money.ts'
import { DEFERRAL_CREDIT_DAYS } from '#contract/my-registrations/deferral.ts'
import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import { paidOf, type Share } from '#server/features/registration/domain/paid-of.ts'
import type { findMine } from '../list/queries.ts'
import { deferralOffer } from './domain/deferral-offer.ts'

export function presentDeferral(
  row: NonNullable<Awaited<ReturnType<typeof findMine>>>,
  payments: readonly { status: number; is_by_captain: boolean }[],
  shares: readonly Share[],
  now: Date,
): MyRegistration['deferral'] {
  const offer = deferralOffer({
    status: row.status,
    eventStatus: row.event_status,
    until: row.deferral_until,
    eventOn: row.event_on,
    today: dayIn(row.timezone, now),
    isCancellationRequested: row.is_cancellation_requested,
    payments,
    ...paidOf(shares, row.timezone),
    feeCents: row.deferral_fee_cents,
    isDeferred: row.is_deferred,
    isByCaptain: payments.some((payment) => payment.is_by_captain),
  })
  if ('problem' in offer) return null
  return {
    credit: toDecimal(offer.creditCents),
    fee: toDecimal(row.deferral_fee_cents),
    until: toBrazilianDate(addDays(row.event_on, DEFERRAL_CREDIT_DAYS)),
  }
}
