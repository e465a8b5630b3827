/* The wizard's draft and its reducer. The file exceeds 250 lines so that each change stands beside the shape
   that it changes. */

import { z } from 'zod'
import type { Profile } from '#contract/account/account.ts'
import { MAX_ADDITIONAL_PARTICIPANTS, type WizardStart } from '#contract/checkout/checkout.ts'
import type { PublicEvent } from '#contract/event/event.ts'
import { isSoldIn } from '#contract/event/kit-categories.ts'
import { CouponConditions } from '#contract/pricing/coupon-rule.ts'
import { DiscountType } from '#contract/pricing/discount-fields.ts'
import { PERSON_FIELDS, type PersonField } from '#contract/registration/person.ts'

const Id = z.int().nullable()

/** A participant's choice, in the API's names. Each level depends on the one before it. */
const Choice = z.object({
  modality_id: Id,
  category_id: Id,
  product_id: Id,
  /** Null for an additional participant with the buyer's kit means the buyer's size. */
  shirt_size_id: Id,
})
type Choice = z.infer<typeof Choice>
export type Level = keyof Choice

const NOBODY = Object.fromEntries(PERSON_FIELDS.map((field) => [field, ''])) as Record<PersonField, string>

const AnswerFile = z.object({ path: z.string(), name: z.string() })
export type AnswerFile = z.infer<typeof AnswerFile>

/** A claim to a discount by right. */
const Claim = z.object({
  id: z.int(),
  companion: z.boolean(),
  /** Of the declaration that was accepted; null: none yet. */
  version: Id,
  proof: AnswerFile.nullable(),
})
export type Claim = z.infer<typeof Claim>

const Participant = z.object({
  key: z.int(),
  /**
   * The typed text of each field, empty if nothing was typed. The buyer's data come from the profile. A draft
   * stored before a field existed lacks it.
   */
  person: z
    .partialRecord(z.enum(PERSON_FIELDS), z.string())
    .transform((typed): Record<PersonField, string> => ({ ...NOBODY, ...typed })),
  choice: Choice,
  claim: Claim.nullable().default(null),
})
export type Participant = z.infer<typeof Participant>

const Coupon = z.object({
  id: z.int(),
  code: z.string(),
  type: DiscountType,
  value: z.int(),
  ...CouponConditions.shape,
})
export type Coupon = z.infer<typeof Coupon>

/** The last submission. Equal `content` is sent with the same `key`, so that it takes effect once. */
const Attempt = z.object({ key: z.string(), content: z.string() })
export type Attempt = z.infer<typeof Attempt>

export const STEPS = ['Participante', 'Modalidade', 'Kit', 'Confirmação'] as const

/** Reserves no spot; before 'Registrar' only files and coupon codes are sent to the server. */
export const Draft = z.object({
  step: z
    .int()
    .min(0)
    .max(STEPS.length - 1),
  /** The first element is the buyer. */
  participants: z.tuple([Participant], Participant),
  withOthers: z.boolean(),
  /** Only the others are registered, and the first of them uses the choice of `participants[0]`. */
  withoutBuyer: z.boolean().default(false),
  /** Everybody has the buyer's choice. Off by default: sex and age may exclude others from the category. */
  sameForAll: z.boolean(),
  /** Answers by question id. */
  answers: z.record(z.string(), z.union([z.boolean(), z.string()])),
  files: z.record(z.string(), AnswerFile),
  /** The names of teams by the id of their category. */
  teams: z.record(z.string(), z.string()).default({}),
  paymentMethod: Id,
  payTogether: z.boolean().default(true),
  terms: z.array(z.int()),
  /** The version of the event whose terms were accepted. */
  version: z.int().nullable(),
  /** A coupon stored before a condition existed must be entered again. */
  coupon: Coupon.nullable().catch(null),
  attempt: Attempt.nullable(),
  /** The wizard opened at the confirmation with the choices of the last registration. */
  asLastTime: z.boolean().default(false),
})
export type Draft = z.infer<typeof Draft>

const NO_CHOICE: Choice = { modality_id: null, category_id: null, product_id: null, shirt_size_id: null }

export const EMPTY_DRAFT: Draft = {
  step: 0,
  participants: [{ key: 0, person: NOBODY, choice: NO_CHOICE, claim: null }],
  withOthers: false,
  withoutBuyer: false,
  sameForAll: false,
  answers: {},
  files: {},
  teams: {},
  paymentMethod: null,
  payTogether: true,
  terms: [],
  version: null,
  coupon: null,
  attempt: null,
  asLastTime: false,
}

/** A participant with their index in the order: 0 is the buyer. */
export interface OrderedParticipant extends Participant {
  who: number
}

/** Those whom the order registers. Without the buyer, the first of the others gets the buyer's choice. */
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

export const kitsFor = ({ products }: Offer, category: number | null) =>
  category === null ? [] : products.filter(({ category_ids: ids }) => isSoldIn(ids, category))

/** A level that the event does not offer is null, and so are those below it. */
export function findChoice(event: Offer, choice: Choice) {
  const modality = event.modalities.find((one) => one.modality_id === choice.modality_id) ?? null
  const category = modality?.categories.find((one) => one.category_id === choice.category_id) ?? null
  const kit = kitsFor(event, category?.category_id ?? null).find(({ id }) => id === choice.product_id) ?? null
  const size = kit?.shirt_sizes.find(({ id }) => id === choice.shirt_size_id) ?? null
  return { modality, category, kit, size }
}

/** `who` is the index of a participant; 0 is the buyer. */
export type DraftAction =
  | {
      type: 'loaded'
      event: PublicEvent
      profile: Profile
      usual: WizardStart['last']
      /** The terms are those that the wizard has shown, although the event may have changed. */
      hasSameTerms?: boolean
    }
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
  | { type: 'claimed'; who: number; claim: Claim | null }
  | { type: 'claimEdited'; who: number; id: number; values: Partial<Pick<Claim, 'version' | 'proof'>> }
  | { type: 'teamNamed'; category: number; name: string }
  | { type: 'answered'; question: number; answer: boolean | string }
  | { type: 'fileChanged'; question: number; file: AnswerFile | null }
  | { type: 'termToggled'; id: number; accepted: boolean }

/** Applies a change, with the resets of the specification (page 2 §4). */
export function reduceDraft(draft: Draft, action: DraftAction): Draft {
  switch (action.type) {
    case 'loaded':
      return withUsual(withoutUnoffered(withBuyer(draft, action.profile), action), action)
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
    case 'claimed':
      return changed(draft, (one, who) => (who === action.who ? { ...one, claim: action.claim } : one))
    case 'claimEdited':
      // A file may arrive after the participant has claimed something else.
      return changed(draft, (one, who) =>
        who === action.who && one.claim?.id === action.id
          ? { ...one, claim: { ...one.claim, ...action.values } }
          : one,
      )
    case 'teamNamed':
      return { ...draft, teams: { ...draft.teams, [action.category]: action.name } }
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

function changed(draft: Draft, change: (one: Participant, who: number) => Participant): Draft {
  const [buyer, ...others] = draft.participants
  return { ...draft, participants: [change(buyer, 0), ...others.map((other, i) => change(other, i + 1))] }
}

function withBuyer(draft: Draft, profile: Partial<Record<PersonField, unknown>>): Draft {
  const known = PERSON_FIELDS.flatMap((field) =>
    field in profile ? [[field, String(profile[field] ?? '')]] : [],
  )
  return changed(draft, (one, who) =>
    who === 0 ? { ...one, person: { ...one.person, ...Object.fromEntries(known) } } : one,
  )
}

const withUsual = (
  draft: Draft,
  { event, usual }: { event: PublicEvent; usual: WizardStart['last'] },
): Draft => ({
  ...draft,
  paymentMethod: draft.paymentMethod ?? usualMethod(event, usual),
})

/** The only method, or that of the last payment. */
function usualMethod({ payment_methods: methods }: PublicEvent, usual: WizardStart['last']): number | null {
  const [first, ...others] = methods
  const usualOne = methods.find(({ type }) => type === usual.payment_type)
  return (others.length === 0 ? first : usualOne)?.id ?? null
}

/** The id of a kit's shirt size by its name; null when it does not exist or is sold out. */
export const sizeNamed = ({ products }: Offer, kit: number, name: string | null): number | null =>
  products
    .find(({ id }) => id === kit)
    ?.shirt_sizes.find(({ size, quantity }) => size === name && quantity !== 0)?.id ?? null

function withOneMore(draft: Draft): Draft {
  const [buyer, ...others] = draft.participants
  if (others.length >= MAX_ADDITIONAL_PARTICIPANTS) return draft
  const key = Math.max(...draft.participants.map((one) => one.key)) + 1
  const choice = draft.sameForAll ? { ...buyer.choice, shirt_size_id: null } : NO_CHOICE
  const added = { key, person: NOBODY, choice, claim: null }
  return { ...draft, participants: [buyer, ...others, added] }
}

const CLEARED: Record<Level, Partial<Choice>> = {
  modality_id: NO_CHOICE,
  category_id: { product_id: null, shirt_size_id: null },
  product_id: { shirt_size_id: null },
  shirt_size_id: {},
}

function choose(draft: Draft, who: number, level: Level, id: number): Draft {
  if (draft.participants[who]?.choice[level] === id) return draft
  const chosen = changed({ ...draft, asLastTime: false }, (one, i) =>
    i === who ? { ...one, choice: { ...one.choice, ...CLEARED[level], [level]: id } } : one,
  )
  if (level === 'shirt_size_id') return chosen
  // The coupon was validated for other kits, so it is removed with its discount.
  const uncouponed = { ...chosen, coupon: null }
  return who === 0 && draft.sameForAll ? likeBuyer(uncouponed) : uncouponed
}

/** Copies the buyer's choice to everybody. Participants who have the same kit already keep their size. */
function likeBuyer(draft: Draft): Draft {
  const [{ choice: buyers }] = draft.participants
  const levels = ['modality_id', 'category_id', 'product_id'] as const
  return changed(draft, (one) =>
    levels.every((level) => one.choice[level] === buyers[level])
      ? one
      : { ...one, choice: { ...buyers, shirt_size_id: null } },
  )
}

/** Sold-out options stay for their step to report. Changed terms must be accepted again. */
function withoutUnoffered(
  draft: Draft,
  { event, hasSameTerms = false }: { event: PublicEvent; hasSameTerms?: boolean },
): Draft {
  const offered = changed(draft, (one) => {
    const { modality, category, kit, size } = findChoice(event, one.choice)
    const choice = {
      modality_id: modality?.modality_id ?? null,
      category_id: category?.category_id ?? null,
      product_id: kit?.id ?? null,
      shirt_size_id: size?.id ?? null,
    }
    const isOffered = event.right_rules.some(({ id }) => id === one.claim?.id)
    return { ...one, choice, claim: isOffered ? one.claim : null }
  })
  const keepsKits = offered.participants.every(
    ({ choice }, i) => choice.product_id === draft.participants[i]?.choice.product_id,
  )
  const questions = new Set(event.questionnaires.map(({ id }) => String(id)))
  const ofQuestions = <Value>(values: Record<string, Value>) =>
    Object.fromEntries(Object.entries(values).filter(([id]) => questions.has(id)))
  const keepsTerms = hasSameTerms || draft.version === null || draft.version === event.version
  return {
    ...offered,
    answers: ofQuestions(draft.answers),
    files: ofQuestions(draft.files),
    paymentMethod: event.payment_methods.find(({ id }) => id === draft.paymentMethod)?.id ?? null,
    terms: keepsTerms ? draft.terms.filter((id) => event.terms.some((term) => term.id === id)) : [],
    version: event.version,
    coupon: keepsKits ? draft.coupon : null,
  }
}
