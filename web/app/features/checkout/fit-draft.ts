import type { PublicEvent } from '#contract/event.ts'
import type { Choice, Draft } from './draft.ts'
import { findChoice } from './offer.ts'

/**
 * The draft without what the event no longer offers; everything else that was typed stays. What is sold out is still offered:
 * its step says so. Terms are accepted anew when the event was saved meanwhile, for their words may have changed.
 */
export function fitted(draft: Draft, event: PublicEvent): Draft {
  const questions = new Set(event.questionnaires.map(({ id }) => String(id)))
  const terms = new Set(event.terms.map(({ id }) => id))
  const isSameVersion = draft.version === null || draft.version === event.version
  const choice = fittedChoice(draft.choice, event)
  const others = draft.others.map((other) => ({ ...other, choice: fittedChoice(other.choice, event) }))
  const keepsKits =
    choice.kit === draft.choice.kit &&
    others.every((other, i) => other.choice.kit === draft.others[i]?.choice.kit)
  return {
    ...draft,
    choice,
    others,
    answers: Object.fromEntries(Object.entries(draft.answers).filter(([id]) => questions.has(id))),
    files: Object.fromEntries(Object.entries(draft.files).filter(([id]) => questions.has(id))),
    paymentMethod: event.payment_methods.find(({ id }) => id === draft.paymentMethod)?.id ?? null,
    terms: isSameVersion ? draft.terms.filter((id) => terms.has(id)) : [],
    version: event.version,
    coupon: keepsKits ? draft.coupon : null,
  }
}

function fittedChoice(choice: Choice, event: PublicEvent): Choice {
  const { modality, category, kit, size } = findChoice(event, choice)
  return {
    modality: modality?.modality_id ?? null,
    category: category?.category_id ?? null,
    kit: kit?.id ?? null,
    size: size?.id ?? null,
  }
}
