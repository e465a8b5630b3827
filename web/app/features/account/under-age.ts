import { dayIn, toIsoDate } from '#contract/dates.ts'
import { isMinor } from '#contract/registration/minors.ts'

export const NO_MARKETING = 'Quem tem menos de 18 anos não recebe comunicações de marketing.'

/** Today; false for an unfinished date. */
export function isUnderAge(birthDate: string | null | undefined): boolean {
  const day = toIsoDate(birthDate ?? '')
  return day !== null && isMinor(day, dayIn('America/Sao_Paulo', new Date()))
}
