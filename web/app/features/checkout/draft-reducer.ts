import { MAX_ADDITIONAL_PARTICIPANTS } from '#contract/checkout.ts'
import type { PublicEvent } from '#contract/event.ts'
import type { PersonField } from '#contract/person.ts'
import {
  type AnswerFile,
  type Attempt,
  type Choice,
  type Coupon,
  type Draft,
  type Level,
  NO_CHOICE,
} from './draft.ts'
import { fitted } from './fit-draft.ts'

export type DraftAction =
  | { type: 'stepped'; step: number }
  | { type: 'othersToggled'; on: boolean }
  | { type: 'otherAdded' }
  | { type: 'otherRemoved'; key: number }
  | { type: 'otherEdited'; key: number; field: PersonField; value: string }
  | { type: 'sameForAllToggled'; on: boolean }
  /** `who` counts from 0, the buyer. */
  | { type: 'chosen'; who: number; level: Level; id: number }
  | { type: 'answered'; question: number; answer: boolean }
  | { type: 'fileSent'; question: number; file: AnswerFile }
  | { type: 'fileRemoved'; question: number }
  | { type: 'paymentMethodChosen'; id: number }
  | { type: 'termToggled'; id: number; accepted: boolean }
  | { type: 'couponApplied'; coupon: Coupon }
  | { type: 'couponRemoved' }
  | { type: 'attempted'; attempt: Attempt }
  | { type: 'eventCame'; event: PublicEvent }

/** Every change of the wizard, with the resets of the specification (page 2 §4). */
export function reduceDraft(draft: Draft, action: DraftAction): Draft {
  switch (action.type) {
    case 'stepped':
      return { ...draft, step: action.step }
    case 'othersToggled':
      return action.on && draft.others.length === 0
        ? withOneMore({ ...draft, withOthers: true })
        : { ...draft, withOthers: action.on }
    case 'otherAdded':
      return withOneMore(draft)
    case 'otherRemoved': {
      const others = draft.others.filter(({ key }) => key !== action.key)
      return { ...draft, others, withOthers: others.length > 0 }
    }
    case 'otherEdited':
      return {
        ...draft,
        others: draft.others.map((other) =>
          other.key === action.key ? { ...other, [action.field]: action.value } : other,
        ),
      }
    case 'sameForAllToggled':
      return action.on ? alike({ ...draft, sameForAll: true, coupon: null }) : { ...draft, sameForAll: false }
    case 'chosen':
      return choose(draft, action.who, action.level, action.id)
    case 'answered':
      return { ...draft, answers: { ...draft.answers, [action.question]: action.answer } }
    case 'fileSent':
      return { ...draft, files: { ...draft.files, [action.question]: action.file } }
    case 'fileRemoved': {
      const { [action.question]: _removed, ...files } = draft.files
      return { ...draft, files }
    }
    case 'paymentMethodChosen':
      return { ...draft, paymentMethod: action.id }
    case 'termToggled': {
      const rest = draft.terms.filter((id) => id !== action.id)
      return { ...draft, terms: action.accepted ? [...rest, action.id] : rest }
    }
    case 'couponApplied':
      return { ...draft, coupon: action.coupon }
    case 'couponRemoved':
      return { ...draft, coupon: null }
    case 'attempted':
      return { ...draft, attempt: action.attempt }
    case 'eventCame':
      return fitted(draft, action.event)
  }
}

function withOneMore(draft: Draft): Draft {
  if (draft.others.length >= MAX_ADDITIONAL_PARTICIPANTS) return draft
  const key = Math.max(0, ...draft.others.map((other) => other.key)) + 1
  const choice = { ...draft.choice, size: null }
  const other = { key, name: '', cpf: '', phone: '', birth_date: '', sex: '', email: '', choice }
  return { ...draft, others: [...draft.others, other] }
}

/** Another modality clears the category, another category the kit, another kit the size. */
const NARROWER: Record<Level, Partial<Choice>> = {
  modality: { ...NO_CHOICE },
  category: { kit: null, size: null },
  kit: { size: null },
  size: {},
}

function choose(draft: Draft, who: number, level: Level, id: number): Draft {
  const before = who === 0 ? draft.choice : draft.others[who - 1]?.choice
  if (!before || before[level] === id) return draft
  const choice = { ...before, ...NARROWER[level], [level]: id }
  if (who > 0) {
    const others = draft.others.map((other, i) => (i === who - 1 ? { ...other, choice } : other))
    return afterChoice({ ...draft, others }, level)
  }
  const chosen = { ...draft, choice }
  return afterChoice(draft.sameForAll && level !== 'size' ? alike(chosen) : chosen, level)
}

const isSameRace = (a: Choice, b: Choice) =>
  a.modality === b.modality && a.category === b.category && a.kit === b.kit

/** The buyer's choice for everybody. Whose choice it was already keeps the size. */
const alike = (draft: Draft): Draft => ({
  ...draft,
  others: draft.others.map((other) =>
    isSameRace(other.choice, draft.choice) ? other : { ...other, choice: { ...draft.choice, size: null } },
  ),
})

/** Whatever may change a kit takes back the coupon and with it the discount. */
const afterChoice = (draft: Draft, level: Level): Draft =>
  level === 'size' ? draft : { ...draft, coupon: null }
