import { type IsoDate, toBrazilianDate } from '../dates.ts'
import { SEXES } from '../documents.ts'
import { ageWords } from '../registration/age.ts'
import type { EligibilityRule } from './eligibility.ts'

/** As `Feminino · de 18 a 24 anos em 10/01/2027`; without a day, the rule as the organizer writes it. */
export function ruleSummary(rule: EligibilityRule, day: IsoDate | null = null): string {
  const age = ageWords(rule)
  const conditions = [
    rule.sex === null ? null : SEXES[rule.sex],
    age && (day ? `${age} em\u00a0${toBrazilianDate(day)}` : age),
  ]
  const words = conditions.filter(Boolean).join(' · ') || 'todas as pessoas'
  return `${words[0]?.toUpperCase()}${words.slice(1)}`
}
