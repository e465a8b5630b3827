import type { Profile } from '#contract/account/account.ts'
import type { WizardStart } from '#contract/checkout/checkout.ts'
import type { PublicEvent } from '#contract/event/event.ts'
import { answerProblem } from '#contract/registration/questions.ts'
import { plainText } from '#contract/words.ts'
import { priceOrder } from '../order/order.ts'
import { type Draft, EMPTY_DRAFT, kitsFor, type Level, reduceDraft, STEPS } from './draft.ts'
import { exclusionOf, type Items } from './eligibility.ts'
import { problemsOf } from './problems.ts'

export interface Opened {
  event: PublicEvent
  profile: Profile
  usual: WizardStart['last']
}

interface Offered<One> {
  id: number
  name: string
  one: One
  sold_out: boolean
  items?: Items
}

/**
 * The draft of a runner who opens the wizard: what was chosen last time, or is the only possibility, is chosen.
 * If nothing is missing up to the confirmation, a returning runner starts there.
 */
export function firstDraft({ event, profile, usual }: Opened): Draft {
  let draft = reduceDraft(EMPTY_DRAFT, { type: 'loaded', event, profile, usual })
  const [buyer] = priceOrder(draft, event).participants
  const choose = <One>(level: Level, offered: Offered<One>[], last: string | null): One | undefined => {
    const possible = offered.filter(
      ({ sold_out, items }) => !sold_out && !(items && buyer && exclusionOf(items, [buyer], event)),
    )
    const same = possible.find(({ name }) => last !== null && plainText(name) === plainText(last))
    const chosen = same ?? (possible.length === 1 ? possible[0] : undefined)
    if (chosen) draft = reduceDraft(draft, { type: 'chosen', who: 0, level, id: chosen.id })
    return chosen?.one
  }

  const modality = choose(
    'modality_id',
    event.modalities.map((one) => ({
      id: one.modality_id,
      name: one.modality_name,
      one,
      sold_out: one.sold_out,
      items: { modality: one },
    })),
    usual.modality,
  )
  const category =
    modality &&
    choose(
      'category_id',
      modality.categories.map((one) => ({
        id: one.category_id,
        name: one.category_name,
        one,
        sold_out: one.sold_out,
        items: { modality, category: one },
      })),
      usual.category,
    )
  const kit =
    category &&
    choose(
      'product_id',
      kitsFor(event, category.category_id).map((one) => ({ ...one, one, items: { kit: one } })),
      usual.product,
    )
  if (kit)
    choose(
      'shirt_size_id',
      kit.shirt_sizes.map((one) => ({ id: one.id, name: one.size, one, sold_out: one.quantity === 0 })),
      usual.shirt_size,
    )

  for (const { id, kind, options, attach_file } of event.questionnaires) {
    const last = usual.answers.find(({ questionnaire_id }) => questionnaire_id === id)
    if (!last || (kind !== 'yes_no' && answerProblem({ kind, options }, last) !== null)) continue
    const answer = kind === 'yes_no' ? last.accepted : last.value
    // Its file must be sent again.
    if (answer === null || (attach_file === 1 && answer === true)) continue
    draft = reduceDraft(draft, { type: 'answered', question: id, answer })
  }

  const isReturning = usual.modality !== null
  return isReturning && isComplete(draft, { event, profile })
    ? { ...draft, step: STEPS.length - 1, asLastTime: true }
    : draft
}

function isComplete(draft: Draft, { event, profile }: Pick<Opened, 'event' | 'profile'>): boolean {
  const order = priceOrder(draft, event)
  const state = { draft, event, profile, order, installments: null, isRegistered: false }
  return STEPS.slice(0, -1).every((_, step) => Object.keys(problemsOf(step, state)).length === 0)
}
