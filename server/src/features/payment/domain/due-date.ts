import { addBusinessDays } from '@brazilian-utils/brazilian-utils/add-business-days'
import { addDays, dayIn, type IsoDate, instantIn, toBrazilianDate } from '#contract/dates.ts'
import type { PaymentType } from '../gateways/gateway.ts'

/** Due days are bank days: a payment is due at the end of its day here, wherever the race is. */
export const BANK_ZONE = 'America/Sao_Paulo'

const BOLETO: PaymentType = 1
const DAYS_TO_PAY: Record<PaymentType, number> = { 0: 1, 1: 3, 2: 1 }
/** How long a payment nobody could pay, for want of a charge, keeps its place past its due day. */
const DAYS_WITHOUT_CHARGE = 3
/** Paid on the last evening, or on Monday for a Sunday, a boleto is cleared one or two bank days later. */
const BANK_DAYS_TO_CLEAR = 3

/** The day a payment made today falls due: never past the day of the race. */
export function firstDueOn(type: PaymentType, today: IsoDate, eventOn: IsoDate): IsoDate {
  const due = addDays(today, DAYS_TO_PAY[type])
  if (due <= eventOn) return due
  return eventOn > today ? eventOn : today
}

/** When a payment is over whose place is held for hours only: never past the end of its last day. */
export function endOfHold(now: Date, holdMs: number, lastDay: IsoDate): { dueOn: IsoDate; expiresAt: Date } {
  const endOfDay = instantIn(BANK_ZONE, addDays(lastDay, 1), '00:00')
  const expiresAt = new Date(Math.min(now.getTime() + holdMs, endOfDay.getTime()))
  const day = dayIn(BANK_ZONE, expiresAt)
  return { dueOn: day < lastDay ? day : lastDay, expiresAt }
}

const TIME = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'short', timeZone: BANK_ZONE })

/** Until when to pay: `21/11/2026`, or to the minute, which is not the same everywhere in Brazil. */
export const dueWords = (dueOn: IsoDate, expiresAt: Date | null): string =>
  toBrazilianDate(dueOn) + (expiresAt ? ` às ${TIME.format(expiresAt)}, horário de Brasília` : '')

/** The last day on which the place is still held for a payment that fell due on `dueOn`. */
export function graceEndsOn(type: PaymentType, dueOn: IsoDate, hasCharge: boolean): IsoDate {
  if (!hasCharge) return addDays(dueOn, DAYS_WITHOUT_CHARGE)
  return type === BOLETO ? addBankDays(dueOn, BANK_DAYS_TO_CLEAR) : dueOn
}

function addBankDays(day: IsoDate, days: number): IsoDate {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  // The library reads and answers local calendar days.
  const shifted = addBusinessDays(new Date(year, month - 1, date), days)
  if (!shifted) return addDays(day, days)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${shifted.getFullYear()}-${two(shifted.getMonth() + 1)}-${two(shifted.getDate())}`
}
