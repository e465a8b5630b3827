/* The wizard's draft and all its changes, over 250 lines because a change is read beside the shape it has. */

import { z } from 'zod'
import type { Profile } from '#contract/account.ts'
import { MAX_ADDITIONAL_PARTICIPANTS, type WizardStart } from '#contract/checkout.ts'
import { DiscountType } from '#contract/discount.ts'
import type { PublicEvent } from '#contract/event.ts'
import { isSoldIn } from '#contract/kit-categories.ts'
import { PERSON_FIELDS, type PersonField } from '#contract/person.ts'

const Id = z.int().nullable()

/** What a participant takes, by the API's names. Each level belongs to the one before it. */
const Choice = z.object({
  modality_id: Id,
  category_id: Id,
  product_id: Id,
  /** Null in an additional participant: the buyer's size, while the kit is the buyer's too. */
  shirt_size_id: Id,
})
type Choice = z.infer<typeof Choice>
export type Level = keyof Choice

const Participant = z.object({
  /** React key. */
  key: z.int(),
  /** As typed; an empty text where nothing was. The buyer's comes from the profile. */
  person: z.record(z.enum(PERSON_FIELDS), z.string()),
  choice: Choice,
})
export type Participant = z.infer<typeof Participant>

const Coupon = z.object({
  id: z.int(),
  code: z.string(),
  type: DiscountType,
  value: z.int(),
  /** The chosen kits it takes something off. */
  kits: z.array(z.int()),
})
export type Coupon = z.infer<typeof Coupon>

/** The file sent for a question: the server keeps it, the draft knows where. */
const AnswerFile = z.object({ path: z.string(), name: z.string() })
export type AnswerFile = z.infer<typeof AnswerFile>

/** The last submission: the same `content` is sent again with the same `key`, so that it counts once. */
const Attempt = z.object({ key: z.string(), content: z.string() })
export type Attempt = z.infer<typeof Attempt>

export const STEPS = ['Participante', 'Modalidade', 'Kit', 'Confirmação'] as const

/** Everything the wizard knows. It reserves no spot: nothing leaves the browser before 'Registrar'. */
export const Draft = z.object({
  step: z
    .int()
    .min(0)
    .max(STEPS.length - 1),
  /** The buyer first. */
  participants: z.tuple([Participant], Participant),
  withOthers: z.boolean(),
  /** Only the others are registered, the first of them with the choice of `participants[0]`. */
  withoutBuyer: z.boolean().default(false),
  /** Everybody takes the buyer's modality, category and kit. Only on request: sex and age may keep one out of another's category. */
  sameForAll: z.boolean(),
  /** Question to answer. */
  answers: z.record(z.string(), z.union([z.boolean(), z.string()])),
  /** Question to file. */
  files: z.record(z.string(), AnswerFile),
  paymentMethod: Id,
  /** One payment for all participants. */
  payTogether: z.boolean().default(true),
  /** Ids of the accepted ones. */
  terms: z.array(z.int()),
  /** The event's version the terms were accepted in. */
  version: z.int().nullable(),
  coupon: Coupon.nullable(),
  attempt: Attempt.nullable(),
})
export type Draft = z.infer<typeof Draft>

const NO_CHOICE: Choice = { modality_id: null, category_id: null, product_id: null, shirt_size_id: null }
const NOBODY = Object.fromEntries(PERSON_FIELDS.map((field) => [field, ''])) as Participant['person']

export const EMPTY_DRAFT: Draft = {
  step: 0,
  participants: [{ key: 0, person: NOBODY, choice: NO_CHOICE }],
  withOthers: false,
  withoutBuyer: false,
  sameForAll: false,
  answers: {},
  files: {},
  paymentMethod: null,
  payTogether: true,
  terms: [],
  version: null,
  coupon: null,
  attempt: null,
}

/** A participant with the index in the order: 0 is the buyer, 1… the others. */
export interface OrderedParticipant extends Participant {
  who: number
}

/**
 * Everybody the order registers, the buyer first; without the buyer, the first of the others takes the buyer's choice. Those typed in
 * and then left out stay in the draft, but do not count.
 */
export function participantsOf({
  participants,
  withOthers,
  withoutBuyer,
}: Draft): [OrderedParticipant, ...OrderedParticipant[]] {
  const [buyer, ...others] = participants
  const { product_id: kit, shirt_size_id: size } = buyer.choice
  const [first, ...rest] = others.map((one, index) => ({
    ...one,
    who: index + 1,
    choice:
      one.choice.shirt_size_id === null && one.choice.product_id === kit
        ? { ...one.choice, shirt_size_id: size }
        : one.choice,
  }))
  if (!withOthers || !first) return [{ ...buyer, who: 0 }]
  return withoutBuyer ? [{ ...first, choice: buyer.choice }, ...rest] : [{ ...buyer, who: 0 }, first, ...rest]
}

type Offer = Pick<PublicEvent, 'modalities' | 'products'>

/** The kits sold to a category: its own and those that serve all. */
export const kitsFor = ({ products }: Offer, category: number | null) =>
  category === null ? [] : products.filter(({ category_ids: ids }) => isSoldIn(ids, category))

/** A choice found in the event, as far as it goes; a level that is not offered (any more) is null, and so are those below it. */
export function findChoice(event: Offer, choice: Choice) {
  const modality = event.modalities.find((one) => one.modality_id === choice.modality_id) ?? null
  const category = modality?.categories.find((one) => one.category_id === choice.category_id) ?? null
  const kit = kitsFor(event, category?.category_id ?? null).find(({ id }) => id === choice.product_id) ?? null
  const size = kit?.shirt_sizes.find(({ id }) => id === choice.shirt_size_id) ?? null
  return { modality, category, kit, size }
}

/** `who` counts participants from 0, the buyer. */
export type DraftAction =
  | { type: 'loaded'; event: PublicEvent; profile: Profile; usual: WizardStart['last'] }
  | {
      type: 'set'
      values: Partial<Pick<Draft, 'step' | 'paymentMethod' | 'payTogether' | 'coupon' | 'attempt'>>
    }
  | { type: 'othersToggled'; on: boolean }
  | { type: 'buyerLeftOut'; on: boolean }
  | { type: 'participantAdded' }
  | { type: 'participantRemoved'; who: number }
  | { type: 'personEdited'; who: number; field: PersonField; value: string }
  | { type: 'sameForAllToggled'; on: boolean }
  | { type: 'chosen'; who: number; level: Level; id: number }
  | { type: 'answered'; question: number; answer: boolean | string }
  | { type: 'fileChanged'; question: number; file: AnswerFile | null }
  | { type: 'termToggled'; id: number; accepted: boolean }

/** Every change of the wizard, with the resets of the specification (page 2 §4). */
export function reduceDraft(draft: Draft, action: DraftAction): Draft {
  switch (action.type) {
    case 'loaded':
      return withUsual(withoutUnoffered(withBuyer(draft, action.profile), action.event), action)
    case 'set':
      return { ...draft, ...action.values }
    case 'othersToggled':
      return action.on && draft.participants.length === 1
        ? withOneMore({ ...draft, withOthers: true })
        : { ...draft, withOthers: action.on, withoutBuyer: action.on && draft.withoutBuyer }
    case 'buyerLeftOut':
      return {
        ...(action.on ? reduceDraft(draft, { type: 'othersToggled', on: true }) : draft),
        withoutBuyer: action.on,
      }
    case 'participantAdded':
      return withOneMore(draft)
    case 'participantRemoved': {
      const [buyer, ...others] = draft.participants
      const rest = others.filter((_, i) => i + 1 !== action.who)
      const isLeft = rest.length > 0
      return {
        ...draft,
        participants: [buyer, ...rest],
        withOthers: isLeft,
        withoutBuyer: isLeft && draft.withoutBuyer,
      }
    }
    case 'personEdited':
      return changed(draft, (one, who) =>
        who === action.who ? { ...one, person: { ...one.person, [action.field]: action.value } } : one,
      )
    case 'sameForAllToggled':
      return action.on
        ? likeBuyer({ ...draft, sameForAll: true, coupon: null })
        : { ...draft, sameForAll: false }
    case 'chosen':
      return choose(draft, action.who, action.level, action.id)
    case 'answered':
      return { ...draft, answers: { ...draft.answers, [action.question]: action.answer } }
    case 'fileChanged': {
      const { [action.question]: _before, ...files } = draft.files
      return { ...draft, files: action.file ? { ...files, [action.question]: action.file } : files }
    }
    case 'termToggled': {
      const rest = draft.terms.filter((id) => id !== action.id)
      return { ...draft, terms: action.accepted ? [...rest, action.id] : rest }
    }
  }
}

/** The draft with each participant changed, the buyer (0) too. */
function changed(draft: Draft, change: (one: Participant, who: number) => Participant): Draft {
  const [buyer, ...others] = draft.participants
  return { ...draft, participants: [change(buyer, 0), ...others.map((other, i) => change(other, i + 1))] }
}

/** The buyer as their profile has them. */
function withBuyer(draft: Draft, profile: Partial<Record<PersonField, unknown>>): Draft {
  const known = PERSON_FIELDS.flatMap((field) =>
    field in profile ? [[field, String(profile[field] ?? '')]] : [],
  )
  return changed(draft, (one, who) =>
    who === 0 ? { ...one, person: { ...one.person, ...Object.fromEntries(known) } } : one,
  )
}

/** The payment method of the last time, until another one is chosen. */
const withUsual = (
  draft: Draft,
  { event, usual }: { event: PublicEvent; usual: WizardStart['last'] },
): Draft => ({
  ...draft,
  paymentMethod:
    draft.paymentMethod ?? event.payment_methods.find(({ type }) => type === usual.payment_type)?.id ?? null,
})

/** The size of a kit's shirt that has this name and is not sold out. */
export const sizeNamed = ({ products }: Offer, kit: number, name: string | null): number | null =>
  products
    .find(({ id }) => id === kit)
    ?.shirt_sizes.find(({ size, quantity }) => size === name && quantity !== 0)?.id ?? null

function withOneMore(draft: Draft): Draft {
  const [buyer, ...others] = draft.participants
  if (others.length >= MAX_ADDITIONAL_PARTICIPANTS) return draft
  const key = Math.max(...draft.participants.map((one) => one.key)) + 1
  const choice = draft.sameForAll ? { ...buyer.choice, shirt_size_id: null } : NO_CHOICE
  const added = { key, person: NOBODY, choice }
  return { ...draft, participants: [buyer, ...others, added] }
}

/** What another choice clears: a modality its category, a category its kit, a kit its size. */
const CLEARED: Record<Level, Partial<Choice>> = {
  modality_id: NO_CHOICE,
  category_id: { product_id: null, shirt_size_id: null },
  product_id: { shirt_size_id: null },
  shirt_size_id: {},
}

function choose(draft: Draft, who: number, level: Level, id: number): Draft {
  if (draft.participants[who]?.choice[level] === id) return draft
  const chosen = changed(draft, (one, i) =>
    i === who ? { ...one, choice: { ...one.choice, ...CLEARED[level], [level]: id } } : one,
  )
  if (level === 'shirt_size_id') return chosen
  // Whatever may change a kit takes back the coupon and with it the discount.
  const uncouponed = { ...chosen, coupon: null }
  return who === 0 && draft.sameForAll ? likeBuyer(uncouponed) : uncouponed
}

/** The buyer's choice for everybody. Those who have the same kit already keep their size. */
function likeBuyer(draft: Draft): Draft {
  const [{ choice: buyers }] = draft.participants
  const levels = ['modality_id', 'category_id', 'product_id'] as const
  return changed(draft, (one) =>
    levels.every((level) => one.choice[level] === buyers[level])
      ? one
      : { ...one, choice: { ...buyers, shirt_size_id: null } },
  )
}

/**
 * The draft without what the event no longer offers; everything else that was typed stays. What is sold out is still offered:
 * its step says so. Terms are accepted anew when the event was saved meanwhile, for their words may have changed.
 */
function withoutUnoffered(draft: Draft, event: PublicEvent): Draft {
  const offered = changed(draft, (one) => {
    const { modality, category, kit, size } = findChoice(event, one.choice)
    const choice = {
      modality_id: modality?.modality_id ?? null,
      category_id: category?.category_id ?? null,
      product_id: kit?.id ?? null,
      shirt_size_id: size?.id ?? null,
    }
    return { ...one, choice }
  })
  const keepsKits = offered.participants.every(
    ({ choice }, i) => choice.product_id === draft.participants[i]?.choice.product_id,
  )
  const questions = new Set(event.questionnaires.map(({ id }) => String(id)))
  const ofQuestions = <Value>(values: Record<string, Value>) =>
    Object.fromEntries(Object.entries(values).filter(([id]) => questions.has(id)))
  const isSameVersion = draft.version === null || draft.version === event.version
  return {
    ...offered,
    answers: ofQuestions(draft.answers),
    files: ofQuestions(draft.files),
    paymentMethod: event.payment_methods.find(({ id }) => id === draft.paymentMethod)?.id ?? null,
    terms: isSameVersion ? draft.terms.filter((id) => event.terms.some((term) => term.id === id)) : [],
    version: event.version,
    coupon: keepsKits ? draft.coupon : null,
  }
}
