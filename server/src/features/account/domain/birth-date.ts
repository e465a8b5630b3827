import { type IsoDate, toBrazilianDate } from '#contract/dates.ts'
import { VALIDATION } from '#contract/validation.ts'

/** What is wrong with a day of birth, as the sentence its field shows; null when nothing is. */
export const birthDateProblem = (date: IsoDate, today: IsoDate): string | null =>
  date < today ? null : VALIDATION.dateMax(toBrazilianDate(today))
