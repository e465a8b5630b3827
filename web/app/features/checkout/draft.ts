// Long, because the draft of the wizard and every rule of changing it are kept together.

import { z } from 'zod'
import { MAX_ADDITIONAL_PARTICIPANTS } from '#contract/checkout.ts'
import type { PublicEvent } from '#contract/event.ts'
import type { PersonField } from '#contract/person.ts'

const Id = z.int().nullable()

/** What one participant takes. Each level belongs to the one before it. */
export const Choice = z.object({
  modality: Id,
  category: Id,
  kit: Id,
  /** Null in an additional participant: the buyer's size, while the kit is the buyer's too. */
  size: Id,
})
export type Choice = z.infer<typeof Choice>
type Level = keyof Choice

const Other = z.object({
  /** Tells them apart while the list changes. */
  key: z.int(),
  name: z.string(),
  cpf: z.string(),
  phone: z.string(),
  /** `dd/mm/yyyy`, as typed. */
  birth_date: z.string(),
  /** `"0"`, `"1"` or nothing yet. */
  sex: z.string(),
  /** May stay empty. */
  email: z.string().default(''),
  choice: Choice,
})
export type Other = z.infer<typeof Other>

const Coupon = z.object({
  id: z.int(),
  code: z.string(),
  /** 0: `value` is basis points; 1: cents. */
  type: z.union([z.literal(0), z.literal(1)]),
  value: z.int(),
  /** The chosen kits it takes something off. */
  kits: z.array(z.int()),
})
export type Coupon = z.infer<typeof Coupon>

/** What was sent for a question that asks for a file: it is kept at the server, here only where. */
const AnswerFile = z.object({ path: z.string(), name: z.string() })
export type AnswerFile = z.infer<typeof AnswerFile>

/** A submission that was sent: while `content` is the same, `key` is too, so that it can never count twice. */
const Attempt = z.object({ key: z.string(), content: z.string() })
export type Attempt = z.infer<typeof Attempt>

export const STEPS = ['Participante', 'Modalidade', 'Kit', 'Confirmação'] as const

/** Everything the wizard knows. It holds no place: nothing leaves the browser before 'Registrar'. */
export const Draft = z.object({
  step: z
    .int()
    .min(0)
    .max(STEPS.length - 1),
  /** The buyer's. */
  choice: Choice,
  withOthers: z.boolean(),
  others: z.array(Other).max(MAX_ADDITIONAL_PARTICIPANTS),
  /** Modality, category and kit of the buyer hold for everybody. */
  sameForAll: z.boolean(),
  /** Question to answer. */
  answers: z.record(z.string(), z.boolean()),
  /** Question to file. */
  files: z.record(z.string(), AnswerFile).default({}),
  paymentMethod: Id,
  /** Accepted ones. */
  terms: z.array(z.int()),
  /** The event's version the terms were accepted in. */
  version: z.int().nullable(),
  coupon: Coupon.nullable(),
  attempt: Attempt.nullable(),
})
export type Draft = z.infer<typeof Draft>

export const NO_CHOICE: Choice = { modality: null, category: null, kit: null, size: null }

export const EMPTY_DRAFT: Draft = {
  step: 0,
  choice: NO_CHOICE,
  withOthers: false,
  others: [],
  sameForAll: true,
  answers: {},
  files: {},
  paymentMethod: null,
  terms: [],
  version: null,
  coupon: null,
  attempt: null,
}

/** Those who are registered besides the buyer. Who was typed in and then left out is kept, but does not count. */
export const othersOf = (draft: Draft): readonly Other[] => (draft.withOthers ? draft.others : [])

/** What everybody takes, the buyer first. A size left open is the buyer's when the kit is. */
export function choicesOf(draft: Draft): Choice[] {
  const { choice: buyer } = draft
  const others = othersOf(draft).map(({ choice }) => ({
    ...choice,
    size: choice.size ?? (choice.kit === buyer.kit ? buyer.size : null),
  }))
  return [buyer, ...others]
}

type Offer = Pick<PublicEvent, 'modalities' | 'products'>

/** The kits sold to a category: its own and those that serve all. */
export const kitsFor = ({ products }: Offer, category: number | null) =>
  category === null ? [] : products.filter(({ category_id: id }) => id === null || id === category)

/** A choice found in the event, as far as it goes; whatever is not offered (any more) is null, and so is all it held. */
export function findChoice(event: Offer, choice: Choice) {
  const modality = event.modalities.find(({ modality_id }) => modality_id === choice.modality) ?? null
  const category = modality?.categories.find(({ category_id }) => category_id === choice.category) ?? null
  const kit = kitsFor(event, category?.category_id ?? null).find(({ id }) => id === choice.kit) ?? null
  const size = kit?.shirt_sizes.find(({ id }) => id === choice.size) ?? null
  return { modality, category, kit, size }
}

/**
 * The draft without what the event no longer offers; everything else that was typed stays. What is sold out is still offered:
 * its step says so. Terms are accepted anew when the event was saved meanwhile, for their words may have changed.
 */
function fitted(draft: Draft, event: PublicEvent): Draft {
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
