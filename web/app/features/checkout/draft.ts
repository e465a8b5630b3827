import { z } from 'zod'
import { MAX_ADDITIONAL_PARTICIPANTS } from '#contract/checkout.ts'

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
export type Level = keyof Choice

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
