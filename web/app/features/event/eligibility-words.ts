import { type IsoDate, toBrazilianDate, toIsoDate } from '#contract/dates.ts'
import { SEXES } from '#contract/documents.ts'
import type { PublicEvent } from '#contract/event/event.ts'
import { ageWords, type EligibilityRule, referenceDay } from '#contract/pricing/eligibility.ts'

/** The day on which ages count; null while the event has no date. */
export function agesOn({
  date_event,
  age_reference,
}: Pick<PublicEvent, 'date_event' | 'age_reference'>): IsoDate | null {
  const raceDay = date_event && toIsoDate(date_event)
  return raceDay ? referenceDay(raceDay, age_reference) : null
}

/** Who may register, as `Feminino · de 18 a 29 anos em 10/01/2027`; null: anybody. */
export function runnersWords(rule: EligibilityRule, day: IsoDate | null): string | null {
  const age = ageWords(rule)
  const words = [
    rule.sex === null ? null : SEXES[rule.sex],
    age && (day ? `${age} em ${toBrazilianDate(day)}` : age),
  ]
  return words.filter(Boolean).join(' · ') || null
}
