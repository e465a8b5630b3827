import { z } from 'zod'
import { type IsoDate, toBrazilianDate } from '../dates.ts'
import { SEX, SEXES } from '../documents.ts'
import { ageOn, ageWords } from '../registration/age.ts'
import type { SaleContext } from './sale-context.ts'

/** Who may have a modality, category or kit, by column. Ages are included; null: no condition. */
export const EligibilityRule = z.object({
  sex: z.int().nullable(),
  min_age: z.int().nullable(),
  max_age: z.int().nullable(),
})
export type EligibilityRule = z.infer<typeof EligibilityRule>
export const ELIGIBILITY_COLUMNS = Object.keys(EligibilityRule.shape) as readonly (keyof EligibilityRule)[]

export const EVERYBODY: EligibilityRule = { sex: null, min_age: null, max_age: null }

/** A typing error beyond it. */
export const HIGHEST_AGE = 120

/** The day on which ages count: the day of the race, or 31 December of its year. */
export const AgeReference = z.enum(['race_day', 'year_end'])
export type AgeReference = z.infer<typeof AgeReference>
export const AGE_REFERENCES: Record<AgeReference, string> = {
  race_day: 'Dia da prova',
  year_end: '31 de dezembro do ano da prova',
}

/** What happens to a change that makes a registration ineligible. */
export const IneligibleChanges = z.enum(['refuse', 'mark'])
export type IneligibleChanges = z.infer<typeof IneligibleChanges>
export const INELIGIBLE_CHANGES: Record<IneligibleChanges, string> = {
  refuse: 'Recusar a mudança',
  mark: 'Aceitar e marcar a inscrição',
}

export type RestrictedLevel = 'modality' | 'category' | 'kit'

/** The items of a choice, each with its rule; absent or null while not chosen. */
export type RestrictedChoice = {
  readonly [Level in RestrictedLevel]?: (EligibilityRule & { name: string }) | null | undefined
}

export type Runner = NonNullable<SaleContext['person']>

export interface Ineligibility {
  level: RestrictedLevel
  /** Whom the item is for, in the words of `eligibleWords`. */
  eligible: string
  /** What the runner lacks, as `nessa data você terá 59`. */
  reason: string
  /** The rule alone, without personal data: it may be stored. */
  rule: string
  /** The rule and what the runner lacks. */
  sentence: string
}

const LEVELS: Record<RestrictedLevel, string> = {
  modality: 'A modalidade',
  category: 'A categoria',
  kit: 'O kit',
}

/** Each item of a choice that excludes a runner. `day` is the event's `referenceDay`. */
export function eligibilityProblems(
  choice: RestrictedChoice,
  runner: Runner | null,
  day: IsoDate,
): Ineligibility[] {
  if (!runner) return []
  return (Object.keys(LEVELS) as RestrictedLevel[]).flatMap((level) => {
    const item = choice[level]
    const reason = item && ineligibility(item, runner, day)
    if (!item || !reason) return []
    const eligible = eligibleWords(item, day)
    const rule = `${LEVELS[level]} "${item.name}" é para ${eligible}`
    return [{ level, eligible, reason, rule: `${rule}.`, sentence: `${rule}; ${reason}.` }]
  })
}

/** What the runner lacks to meet a rule; null: nothing. */
export const ineligibility = (rule: EligibilityRule, runner: Runner, day: IsoDate): string | null =>
  mismatches(rule, runner, day).join(', e ') || null

function mismatches(rule: EligibilityRule, { birth_date, sex, name }: Runner, day: IsoDate): string[] {
  const age = ageOn(birth_date, day)
  const isOtherSex = rule.sex !== null && rule.sex !== sex
  const isOtherAge =
    (rule.min_age !== null && age < rule.min_age) || (rule.max_age !== null && age > rule.max_age)
  return [
    ...(isOtherSex
      ? [`${name ? `o sexo informado de ${name}` : 'o sexo do seu cadastro'} é ${SEXES[sex]?.toLowerCase()}`]
      : []),
    ...(isOtherAge ? [`nessa data ${name ?? 'você'} terá ${age}`] : []),
  ]
}

/** As `mulheres de 18 a 24 anos em 31/12/2027`; without a day, the rule as the organizer writes it. */
export function eligibleWords(rule: EligibilityRule, day?: IsoDate): string {
  const { sex } = rule
  const who = sex === null ? null : sex === SEX.female ? 'mulheres' : 'homens'
  const age = ageWords(rule)
  if (age === null) return who ?? 'todas as pessoas'
  const people = who ? `${who} que tiverem` : 'quem tiver'
  return `${people} ${age}${day ? ` em ${toBrazilianDate(day)}` : ''}`
}

/** The narrowest rule that fits everybody whom one of the two fits. */
export const mergedRule = (one: EligibilityRule, other: EligibilityRule): EligibilityRule => ({
  sex: one.sex === other.sex ? one.sex : null,
  min_age: one.min_age === null || other.min_age === null ? null : Math.min(one.min_age, other.min_age),
  max_age: one.max_age === null || other.max_age === null ? null : Math.max(one.max_age, other.max_age),
})

const ADULT_FROM = 18
const SENIOR_FROM = 60

/** Whether adults below 60 fit all of the rules by their age. Prices for others are often lower. */
export const admitsAdults = (rules: readonly EligibilityRule[]): boolean =>
  rules.every(
    ({ min_age, max_age }) =>
      (min_age === null || min_age < SENIOR_FROM) && (max_age === null || max_age >= ADULT_FROM),
  )

/** Whether nobody fits all of the rules. */
export function excludesEverybody(rules: readonly EligibilityRule[]): boolean {
  const sexes = new Set(rules.flatMap(({ sex }) => sex ?? []))
  const lowest = Math.max(0, ...rules.map(({ min_age }) => min_age ?? 0))
  const highest = Math.min(HIGHEST_AGE, ...rules.map(({ max_age }) => max_age ?? HIGHEST_AGE))
  return sexes.size > 1 || lowest > highest
}
