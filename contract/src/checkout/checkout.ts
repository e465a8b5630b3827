import { z } from 'zod'
import { Instant, Money, MoneyInput, OptionalName } from '../fields.ts'
import { PaymentType } from '../my-registrations/my-registrations.ts'
import { PriceLine } from '../pricing/price-line.ts'
import { GivenAnswer } from '../registration/given-answer.ts'
import { PersonFields } from '../registration/person.ts'
import { defineRoute, Id, Version } from '../route.ts'

/** A participant's claim to a discount by right (`right_rules` of the event). Errors: `right`. */
export const RightClaim = z.object({
  id: Id,
  /** The version of the declaration that the participant accepted. */
  version: z.int().min(1).optional(),
  /** As the companion of another participant of the order who claims it. */
  companion: z.boolean().default(false),
  /** The path returned by `uploadAnswerFile`; the proof may also be sent later. */
  proof: z.string().max(120).nullish(),
})

export const AdditionalParticipant = z.object({
  ...PersonFields,
  /** When absent, the buyer's value applies. */
  modality_id: Id.nullish(),
  category_id: Id.nullish(),
  product_id: Id.nullish(),
  shirt_size_id: Id.nullish(),
  right: RightClaim.nullish(),
})
export type AdditionalParticipant = z.output<typeof AdditionalParticipant>

export const MAX_ADDITIONAL_PARTICIPANTS = 20
export const LONGEST_TEAM_NAME = 60

export const RegisterParticipantInput = z.object({
  event_id: Id.optional(),
  modality_id: Id,
  category_id: Id,
  product_id: Id,
  shirt_size_id: Id.nullish(),
  /** The buyer's. */
  right: RightClaim.nullish(),
  participant_term_acceptances: z
    .array(z.object({ term_id: Id, accepted: z.boolean() }))
    .max(100)
    .default([]),
  questionnaire_acceptances: z.array(GivenAnswer).max(100).default([]),
  participants: z.array(AdditionalParticipant).max(MAX_ADDITIONAL_PARTICIPANTS).default([]),
  /** Registers only `participants`; the choice above applies to those without their own. */
  without_buyer: z.boolean().default(false),
  /** The name of the team in each relay category of the order. Errors: `teams.<category_id>`. */
  teams: z
    .array(z.object({ category_id: Id, name: OptionalName(LONGEST_TEAM_NAME) }))
    .max(MAX_ADDITIONAL_PARTICIPANTS)
    .default([]),
  payment_method_id: Id.nullish(),
  /** One payment for all participants, as always with a team; otherwise one for each. */
  pay_together: z.boolean().default(false),
  /** Without `discount_coupon_code`, the account must have validated the code within the last day. */
  discount_coupon_id: Id.nullish(),
  discount_coupon_code: z.string().trim().toUpperCase().max(60).nullish(),
  /** The token of a group's invitation, which all participants join. Errors: `group`. */
  group: z.string().max(200).nullish(),
  /** The total that the wizard showed. If the server computes another, it answers 409 `offer_changed`. */
  expected_value: MoneyInput.optional(),
  /** The event's `version` that the wizard showed; checked only without `expected_value`. */
  version: Version.optional(),
})
export type RegisterParticipantInput = z.input<typeof RegisterParticipantInput>

export const RegisteredParticipant = z.object({
  id: z.int(),
  name: z.string(),
  /** Registrations paid together have the same payment; null when there is nothing to pay. */
  payment_id: z.int().nullable(),
  payment_link: z.string().nullable(),
  /** When the unpaid spot is released; null: at the end of the due day. */
  held_until: Instant.nullable(),
  value: Money,
  /** They add up to `value`. */
  price_lines: z.array(PriceLine),
  status: z.string(),
})
export type RegisteredParticipant = z.infer<typeof RegisteredParticipant>

const USER = { access: 'user', tag: 'Inscrições' } as const

/**
 * With an `Idempotency-Key` header, the same key and body return the first result again. While the event's
 * waiting room is open, needs an admitted ticket or, in `waiting-room-pass`, the `pass` of `getWizardStart`.
 */
export const registerParticipant = defineRoute({
  ...USER,
  method: 'POST',
  path: '/events/:eventId/register-participant',
  status: 201,
  summary: 'Inscreve o comprador e os participantes adicionais; aceita o cabeçalho Idempotency-Key',
  params: z.object({ eventId: Id }),
  /** Large enough for fifty long answers. */
  bodyLimit: 128 * 1024,
  body: RegisterParticipantInput,
  data: z.object({ registrations: z.array(RegisteredParticipant), payment_link: z.string().nullable() }),
})

/** Stores an image or PDF of up to 10 MB in private storage. A later registration refers to it. */
export const uploadAnswerFile = defineRoute({
  ...USER,
  method: 'POST',
  path: '/participant/answer-files',
  status: 201,
  summary: 'Guarda o anexo de uma resposta (imagem ou PDF) e responde o seu caminho',
  uploads: 'file',
  data: z.object({ path: z.string() }),
})

/** For a person whom somebody else registered; the token comes from the e-mail sent to them. */
export const disownRegistration = defineRoute({
  method: 'POST',
  path: '/registrations/disown',
  access: 'public',
  tag: 'Inscrições',
  summary:
    'Diz, pelo link recebido por e-mail, que uma inscrição não é sua: sem pagamento é cancelada, paga é informada ao organizador',
  body: z.object({ token: z.string().min(1).max(200) }),
  data: z.object({ outcome: z.enum(['released', 'reported']) }),
})

export const getWizardStart = defineRoute({
  ...USER,
  method: 'GET',
  path: '/participant/events/:eventId/start',
  summary:
    'A minha inscrição no evento, se houver, o que escolhi da última vez e em quantas vezes posso pagar',
  params: z.object({ eventId: Id }),
  data: z.object({
    /** The caller's own registration, if the caller's account made it and it is not cancelled. */
    registration: z
      .object({
        id: z.int(),
        status_code: z.int(),
        /** The payment to make; null when nothing is owed or no payment has a usable link. */
        payment: z.object({ payment_link: z.string(), value: Money }).nullable(),
      })
      .nullable(),
    /** From the caller's latest registrations in any event. */
    last: z.object({
      /** Names. */
      modality: z.string().nullable(),
      category: z.string().nullable(),
      product: z.string().nullable(),
      shirt_size: z.string().nullable(),
      payment_type: PaymentType.nullable(),
      /** Answers to the event's questions: the latest answers to questions of the same wording. */
      answers: z.array(
        z.object({ questionnaire_id: z.int(), accepted: z.boolean(), value: z.string().nullable() }),
      ),
    }),
    /** Null when the event allows none. */
    installments: z
      .object({
        max: z.int(),
        minimum: Money,
        with_interest: z.boolean(),
        /** The interest for 2 to 12 installments, in basis points of the price. */
        rates: z.array(z.int()),
      })
      .nullable(),
    /**
     * Sent as `waiting-room-pass` if a room opens later; null before the sale, and for a caller with a
     * ticket.
     */
    pass: z.string().nullable(),
  }),
})
export type WizardStart = z.infer<typeof getWizardStart.data>

/** For a browser that did not receive the response to its order. */
export const getOrder = defineRoute({
  ...USER,
  method: 'GET',
  path: '/participant/orders/:key',
  summary: 'O resultado de uma inscrição por sua chave de idempotência',
  params: z.object({ key: z.string().min(8).max(128) }),
  data: z.object({ registrations: z.array(RegisteredParticipant), payment_link: z.string().nullable() }),
})
