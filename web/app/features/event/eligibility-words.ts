import { type IsoDate, toIsoDate } from '#contract/dates.ts'
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

/** Who may register; null: anybody. */
export function runnersWords(rule: EligibilityRule, day: IsoDate | null): string | null {
  const { sex, min_age, max_age } = rule
  return sex === null && min_age === null && max_age === null ? null : ruleSummary(rule, day)
}
