import { type IsoDate, toBrazilianDate } from '#contract/dates.ts'
import { VALIDATION } from '#contract/validation.ts'

const EARLIEST: IsoDate = '1900-01-01'

/** What is wrong with a day of birth, as the sentence its field shows; null when nothing is. */
export function birthDateProblem(date: IsoDate, today: IsoDate): string | null {
  if (date >= today) return VALIDATION.dateMax(toBrazilianDate(today))
  if (date <= EARLIEST) return VALIDATION.dateMin(toBrazilianDate(EARLIEST))
  return null
}
