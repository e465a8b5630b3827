import type { IsoDate } from '#contract/dates.ts'
import {
  type EligibilityRule,
  eligibilityProblems,
  type Ineligibility,
} from '#contract/pricing/eligibility.ts'

type Restricted = EligibilityRule & { id: number; name: string }

/** The rules of an event about who may register. */
export interface Restrictions {
  /** The day on which ages count. */
  agesOn: IsoDate
  modalities: readonly Restricted[]
  categories: readonly Restricted[]
  kits: readonly Restricted[]
}

export interface RestrictedRegistration {
  name: string
  birth_on: IsoDate
  sex: number
  modality_id: number
  category_id: number
  kit_id: number
}

/** Why a registration does not meet the rules, in a sentence with the name of its runner. */
export const registrationProblems = (
  { agesOn, modalities, categories, kits }: Restrictions,
  { name, birth_on, sex, ...choice }: RestrictedRegistration,
): Ineligibility[] =>
  eligibilityProblems(
    {
      modality: modalities.find(({ id }) => id === choice.modality_id),
      category: categories.find(({ id }) => id === choice.category_id),
      kit: kits.find(({ id }) => id === choice.kit_id),
    },
    { birth_date: birth_on, sex, name },
    agesOn,
  )

/** The problems that the registration did not have before. */
export const newProblems = (before: readonly Ineligibility[], after: readonly Ineligibility[]) =>
  after.filter(({ rule }) => !before.some((known) => known.rule === rule))

/** What is stored on a registration. */
export const ineligibleReason = ([first]: readonly Ineligibility[]): string | null => first?.rule ?? null
