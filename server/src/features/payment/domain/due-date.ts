import { addDays, dayIn, type IsoDate, instantIn, timeIn, toBrazilianDate } from '#contract/dates.ts'
import type { PaymentType } from '#contract/payment/payment-types.ts'
import { PAYMENT_TYPE } from '#contract/payment/payment-types.ts'
import { clearedBy, DAYS_TO_PAY_BOLETO } from '#server/features/event/domain/boleto.ts'

/** The time zone of due dates, wherever the race is. */
export const BANK_ZONE = 'America/Sao_Paulo'

const DAYS_TO_PAY: Record<PaymentType, number> = { 0: 1, 1: DAYS_TO_PAY_BOLETO, 2: 1 }
/** Days of grace for a payment that could not be paid because it had no charge. */
const DAYS_WITHOUT_CHARGE = 3

/** The due date is never after the day of the race, unless that has passed. */
export function firstDueOn(type: PaymentType, today: IsoDate, eventOn: IsoDate): IsoDate {
  const due = addDays(today, DAYS_TO_PAY[type])
  if (due <= eventOn) return due
  return eventOn > today ? eventOn : today
}

/** The hold ends when `lastDay` does at the latest. */
export function endOfHold(now: Date, holdMs: number, lastDay: IsoDate): { dueOn: IsoDate; expiresAt: Date } {
  const endOfDay = instantIn(BANK_ZONE, addDays(lastDay, 1), '00:00')
  const expiresAt = new Date(Math.min(now.getTime() + holdMs, endOfDay.getTime()))
  const day = dayIn(BANK_ZONE, expiresAt)
  return { dueOn: day < lastDay ? day : lastDay, expiresAt }
}

/** `21/11/2026`; an expiry adds the time and its zone, of which Brazil has several. */
export const formatDueDate = (dueOn: IsoDate, expiresAt: Date | null): string =>
  toBrazilianDate(dueOn) + (expiresAt ? ` às ${timeIn(BANK_ZONE, expiresAt)}, horário de Brasília` : '')

/** The last minute to pay, as `21/11/2026 às 23:59, horário de Brasília`. */
export const formatDeadline = (dueOn: IsoDate, expiresAt: Date | null): string =>
  formatDueDate(dueOn, expiresAt ?? instantIn(BANK_ZONE, dueOn, '23:59'))

export const isPastDue = (dueOn: IsoDate, expiresAt: Date | null, now: Date): boolean =>
  expiresAt ? expiresAt <= now : dueOn < dayIn(BANK_ZONE, now)

/** The last day on which the spot of a payment due on `dueOn` is held. */
export function graceEndsOn(type: PaymentType, dueOn: IsoDate, hasCharge: boolean): IsoDate {
  if (!hasCharge) return addDays(dueOn, DAYS_WITHOUT_CHARGE)
  return type === PAYMENT_TYPE.boleto ? clearedBy(dueOn) : dueOn
}
