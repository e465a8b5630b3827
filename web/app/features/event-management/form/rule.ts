import type { EligibilityRule } from '#contract/pricing/eligibility.ts'
import { ruleSummary } from '#contract/pricing/rule-summary.ts'
import type { RuleForm } from './event-form.ts'
import { count } from './offer.ts'

const ruleOf = ({ sex, min_age, max_age }: RuleForm): EligibilityRule => ({
  sex: count(sex),
  min_age: count(min_age),
  max_age: count(max_age),
})

export const isRestricted = ({ sex, min_age, max_age }: RuleForm): boolean =>
  [sex, min_age, max_age].some((text) => text !== '')

export const ruleWords = (rule: RuleForm): string => ruleSummary(ruleOf(rule))
