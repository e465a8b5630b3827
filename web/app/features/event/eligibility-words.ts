import { type IsoDate, toIsoDate } from '#contract/dates.ts'
import { SEX } from '#contract/documents.ts'
import type { PublicEvent } from '#contract/event/event.ts'
import type { EligibilityRule } from '#contract/pricing/eligibility.ts'
import { ruleSummary } from '#contract/pricing/rule-summary.ts'
import { referenceDay } from '#contract/registration/age.ts'

/** The day on which ages count; null while the event has no date. */
export function agesOn({
  date_event,
  age_reference,
}: Pick<PublicEvent, 'date_event' | 'age_reference'>): IsoDate | null {
  const raceDay = date_event && toIsoDate(date_event)
  return raceDay ? referenceDay(raceDay, age_reference) : null
}

/** Whether a name says the whole rule, as `18 a 24 Feminino` or `60+`. */
export function saysRule(name: string, { sex, min_age, max_age }: EligibilityRule): boolean {
  if (min_age === null && max_age !== null) return false
  const ages = min_age === null ? '' : max_age === null ? `${min_age}+` : `${min_age} a ${max_age}`
  return name.includes(ages) && name.includes(sex === null ? '' : sex === SEX.female ? 'Feminin' : 'Masculin')
}

/** Who may register; null: anybody. */
export function runnersWords(rule: EligibilityRule, day: IsoDate | null): string | null {
  const { sex, min_age, max_age } = rule
  return sex === null && min_age === null && max_age === null ? null : ruleSummary(rule, day)
}
