import { addBusinessDays } from '@brazilian-utils/brazilian-utils/add-business-days'
import { addDays, dayIn, type IsoDate, instantIn, timeIn, toBrazilianDate } from '#contract/dates.ts'
import type { PaymentType } from '../gateways/gateway.ts'

/** A payment is due at the end of its due date in this zone, wherever the race is. */
export const BANK_ZONE = 'America/Sao_Paulo'

const BOLETO: PaymentType = 1
const DAYS_TO_PAY: Record<PaymentType, number> = { 0: 1, 1: 3, 2: 1 }
/** Grace of a payment that could not be paid because it has no charge. */
const DAYS_WITHOUT_CHARGE = 3
/** A boleto paid on its last evening, or on Monday when due on Sunday, is cleared one or two bank days later. */
const BANK_DAYS_TO_CLEAR = 3

/** The due date of a payment created today: never past the day of the race. */
export function firstDueOn(type: PaymentType, today: IsoDate, eventOn: IsoDate): IsoDate {
  const due = addDays(today, DAYS_TO_PAY[type])
  if (due <= eventOn) return due
  return eventOn > today ? eventOn : today
}

/** The expiry of a payment whose spot is held for hours: never past the end of its last day. */
export function endOfHold(now: Date, holdMs: number, lastDay: IsoDate): { dueOn: IsoDate; expiresAt: Date } {
  const endOfDay = instantIn(BANK_ZONE, addDays(lastDay, 1), '00:00')
  const expiresAt = new Date(Math.min(now.getTime() + holdMs, endOfDay.getTime()))
  const day = dayIn(BANK_ZONE, expiresAt)
  return { dueOn: day < lastDay ? day : lastDay, expiresAt }
}

/** `21/11/2026`, or with the minute and its zone: Brazil has several. */
export const formatDueDate = (dueOn: IsoDate, expiresAt: Date | null): string =>
  toBrazilianDate(dueOn) + (expiresAt ? ` às ${timeIn(BANK_ZONE, expiresAt)}, horário de Brasília` : '')

/** The last day on which the spot of a payment due on `dueOn` is held. */
export function graceEndsOn(type: PaymentType, dueOn: IsoDate, hasCharge: boolean): IsoDate {
  if (!hasCharge) return addDays(dueOn, DAYS_WITHOUT_CHARGE)
  return type === BOLETO ? addBankDays(dueOn, BANK_DAYS_TO_CLEAR) : dueOn
}

function addBankDays(day: IsoDate, days: number): IsoDate {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  // The library takes and returns local calendar days.
  const shifted = addBusinessDays(new Date(year, month - 1, date), days)
  if (!shifted) return addDays(day, days)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${shifted.getFullYear()}-${two(shifted.getMonth() + 1)}-${two(shifted.getDate())}`
}
