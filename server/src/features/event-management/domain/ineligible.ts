import { isDeepStrictEqual } from 'node:util'
import type { FieldProblem } from '#contract/errors.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import {
  type AgeReference,
  ELIGIBILITY_COLUMNS,
  type EligibilityRule,
  type Ineligibility,
} from '#contract/pricing/eligibility.ts'
import { referenceDay } from '#contract/registration/age.ts'
import { plural } from '#contract/words.ts'
import {
  ineligibleReason,
  type RestrictedRegistration,
  type Restrictions,
  registrationProblems,
} from '#server/features/event/domain/eligibility.ts'
import { byId, type EventDocument } from './document.ts'

export interface CheckedRegistration extends RestrictedRegistration {
  id: number
  status: number
  ineligible_reason: string | null
}

/** A registration whose stored reason changes, with the problem that it has now. */
export interface ReasonChange {
  registration: CheckedRegistration
  reason: string | null
  problem: Ineligibility | undefined
}

const restrictionsOf = ({ event, modalities, categories, kits }: EventDocument): Restrictions => ({
  agesOn: referenceDay(event.event_on, event.age_reference as AgeReference),
  modalities,
  categories,
  kits,
})

/** The rules that can exclude somebody. */
function rulesOf(document: EventDocument) {
  const { agesOn, ...items } = restrictionsOf(document)
  const rules = Object.entries(items).flatMap(([list, rows]: [string, Restrictions['kits']]) =>
    rows.flatMap(({ id, name, sex, min_age, max_age }) =>
      sex === null && min_age === null && max_age === null ? [] : [{ list, id, name, sex, min_age, max_age }],
    ),
  )
  return rules.length > 0 ? { agesOn, rules } : null
}

export const changesRules = (stored: EventDocument, planned: EventDocument): boolean =>
  !isDeepStrictEqual(rulesOf(stored), rulesOf(planned))

export function reasonChanges(
  planned: EventDocument,
  registrations: readonly CheckedRegistration[],
): ReasonChange[] {
  const restrictions = restrictionsOf(planned)
  return registrations.flatMap((registration) => {
    const problems = registrationProblems(restrictions, registration)
    const reason = ineligibleReason(problems)
    return reason === registration.ineligible_reason ? [] : [{ registration, reason, problem: problems[0] }]
  })
}

/** Active registrations that the new rules exclude, by the changed field. */
export function excludedProblems(
  stored: EventDocument,
  planned: EventDocument,
  changes: readonly ReasonChange[],
): FieldProblem[] {
  const counts = new Map<string, number>()
  for (const { registration, problem } of changes) {
    if (!problem || registration.ineligible_reason !== null) continue
    if (registration.status === REGISTRATION_STATUS.cancelled) continue
    const field = changedField(stored, planned, registration, problem)
    counts.set(field, (counts.get(field) ?? 0) + 1)
  }
  return [...counts].map(([field, count]) => ({
    field,
    message: `${plural(count, 'inscrição já feita ficaria', 'inscrições já feitas ficariam')} fora da regra. Mude a regra, ou escolha nas opções do evento aceitar e marcar.`,
  }))
}

function changedField(
  stored: EventDocument,
  planned: EventDocument,
  { modality_id, category_id, kit_id }: CheckedRegistration,
  { level }: Ineligibility,
): string {
  const [list, id] = (
    {
      modality: ['modalities', modality_id],
      category: ['categories', category_id],
      kit: ['kits', kit_id],
    } as const
  )[level]
  const old: EligibilityRule | undefined = byId<EligibilityRule & { id: number }>(stored[list]).get(id)
  const now: EligibilityRule | undefined = byId<EligibilityRule & { id: number }>(planned[list]).get(id)
  const column = ELIGIBILITY_COLUMNS.find((one) => old?.[one] !== now?.[one])
  if (!column) return stored.event.event_on === planned.event.event_on ? 'age_reference' : 'date_event'
  const position = (rows: readonly { id: number; position: number }[], row: number) =>
    rows.find((one) => one.id === row)?.position ?? 0
  if (level === 'kit') return `products.${position(planned.kits, kit_id)}.${column}`
  const modality = `modalities.${position(planned.modalities, modality_id)}`
  return level === 'modality'
    ? `${modality}.${column}`
    : `${modality}.categories.${position(planned.categories, category_id)}.${column}`
}
