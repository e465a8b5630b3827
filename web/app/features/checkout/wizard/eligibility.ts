import type { PublicEvent } from '#contract/event/event.ts'
import {
  eligibilityProblems,
  type Ineligibility,
  type RestrictedChoice,
} from '#contract/pricing/eligibility.ts'
import { agesOn } from '#web/features/event/eligibility-words.ts'
import { type PricedParticipant, priceOrder } from '../order/order.ts'
import { type Draft, type findChoice, kitsFor, reduceDraft } from './draft.ts'

export type Items = Partial<Pick<ReturnType<typeof findChoice>, 'modality' | 'category' | 'kit'>>

export const restricted = ({ modality, category, kit }: Items): RestrictedChoice => ({
  modality: modality && { ...modality, name: modality.modality_name },
  category: category && { ...category, name: category.category_name },
  kit,
})

/** Why one of the items excludes one of the participants. */
export function exclusionOf(
  items: Items,
  participants: readonly Pick<PricedParticipant, 'runner'>[],
  event: PublicEvent,
): Ineligibility | undefined {
  const day = agesOn(event)
  return day === null
    ? undefined
    : participants.flatMap(({ runner }) => eligibilityProblems(restricted(items), runner, day))[0]
}

/** The sentence on an item's own card. */
export const exclusionWords = ({ eligible, reason }: Ineligibility): string => `Para ${eligible}; ${reason}.`

/** The participants who make one choice together. */
export const choosers = <One>(draft: Draft, participants: readonly One[]): readonly One[][] =>
  draft.sameForAll ? [[...participants]] : participants.map((one) => [one])

/** If a participant fits only one category, it is selected. A chosen category that fits stays. */
export function withOnlyCategory(draft: Draft, event: PublicEvent): Draft {
  return choosers(draft, priceOrder(draft, event).participants).reduce((before, people, index) => {
    const fits = (items: Items) => exclusionOf(items, people, event) === undefined
    const [first] = people
    if (!first) return before
    const { modality, category } = first.choice
    if (category && fits({ modality, category })) return before
    const modalities = modality && fits({ modality }) ? [modality] : event.modalities
    const [only, ...others] = modalities
      .flatMap((one) => one.categories.map((category) => ({ modality: one, category })))
      .filter(fits)
    if (!only || others.length > 0 || only.modality.sold_out || only.category.sold_out) return before
    // The first participant makes the choice of `participants[0]`, even without the buyer.
    const choose = { type: 'chosen', who: index === 0 ? 0 : first.who } as const
    const there = reduceDraft(before, { ...choose, level: 'modality_id', id: only.modality.modality_id })
    return reduceDraft(there, { ...choose, level: 'category_id', id: only.category.category_id })
  }, draft)
}

/** If a participant can have only one kit, it is selected, and its size if there is only one. */
export const withOnlyKit = (draft: Draft, event: PublicEvent): Draft =>
  choosers(draft, priceOrder(draft, event).participants).reduce((before, people, index) => {
    const [first] = people
    if (!first?.choice.category || first.choice.kit) return before
    const [kit, ...others] = kitsFor(event, first.choice.category.category_id).filter(
      (one) => !one.sold_out && exclusionOf({ kit: one }, people, event) === undefined,
    )
    if (!kit || others.length > 0) return before
    const choose = { type: 'chosen', who: index === 0 ? 0 : first.who } as const
    const chosen = reduceDraft(before, { ...choose, level: 'product_id', id: kit.id })
    const [size, ...more] = kit.shirt_sizes.filter(({ quantity }) => quantity !== 0)
    return size && more.length === 0
      ? reduceDraft(chosen, { ...choose, level: 'shirt_size_id', id: size.id })
      : chosen
  }, draft)
