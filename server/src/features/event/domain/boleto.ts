import { addBusinessDays } from '@brazilian-utils/brazilian-utils/add-business-days'
import { addDays, type IsoDate } from '#contract/dates.ts'
import { PAYMENT_TYPE } from '#contract/payment/payment-types.ts'

export const DAYS_TO_PAY_BOLETO = 3
const BANK_DAYS_TO_CLEAR = 3

/**
 * A boleto paid on its last evening, or on Monday if due on Sunday, is cleared one or two bank days later.
 */
export const clearedBy = (dueOn: IsoDate): IsoDate => addBankDays(dueOn, BANK_DAYS_TO_CLEAR)

interface Days {
  today: IsoDate
  eventOn: IsoDate
}

/** Without a boleto that may be cleared after the race, unless the event accepts nothing else. */
export function timelyTypes<Type extends number>(types: readonly Type[], { today, eventOn }: Days): Type[] {
  const faster = types.filter((type) => type !== PAYMENT_TYPE.boleto)
  const isLate = clearedBy(addDays(today, DAYS_TO_PAY_BOLETO)) > eventOn
  return isLate && faster.length > 0 ? faster : [...types]
}

function addBankDays(day: IsoDate, days: number): IsoDate {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  // The library takes and returns local calendar days.
  const shifted = addBusinessDays(new Date(year, month - 1, date), days)
  if (!shifted) return addDays(day, days)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${shifted.getFullYear()}-${two(shifted.getMonth() + 1)}-${two(shifted.getDate())}`
}
