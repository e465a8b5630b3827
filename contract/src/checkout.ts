import { z } from 'zod'
import { Instant, Money, MoneyInput } from './fields.ts'
import { PersonFields } from './person.ts'
import { PaymentType } from './registration.ts'
import { defineRoute, Id, Version } from './route.ts'

export const AdditionalParticipant = z.object({
  ...PersonFields,
  /** When absent, the buyer's choice applies. */
  modality_id: Id.nullish(),
  category_id: Id.nullish(),
  product_id: Id.nullish(),
  shirt_size_id: Id.nullish(),
})
export type AdditionalParticipant = z.output<typeof AdditionalParticipant>

export const MAX_ADDITIONAL_PARTICIPANTS = 20

export const RegisterParticipantInput = z.object({
  event_id: Id.optional(),
  modality_id: Id,
  category_id: Id,
  product_id: Id,
  shirt_size_id: Id.nullish(),
  participant_term_acceptances: z
    .array(z.object({ term_id: Id, accepted: z.boolean() }))
    .max(100)
    .default([]),
  questionnaire_acceptances: z
    .array(
      z.object({
        questionnaire_id: Id,
        /** Of a question of yes or no. */
        accepted: z.boolean().optional(),
        /** The answer to any other question, in its errors `questionnaire_answers.<id>`; of several options, joined by `; `. */
        value: z.string().max(2_000).nullish(),
        /** The path returned by `uploadAnswerFile`; its errors are reported as `questionnaire_files.<id>`. */
        file: z.string().max(120).nullish(),
      }),
    )
    .max(100)
    .default([]),
  participants: z.array(AdditionalParticipant).max(MAX_ADDITIONAL_PARTICIPANTS).default([]),
  /** Registers only `participants`, of whom there must be one; the choice above applies to those without their own. */
  without_buyer: z.boolean().default(false),
  payment_method_id: Id.nullish(),
  /** One payment for all participants; otherwise one for each. */
  pay_together: z.boolean().default(false),
  /** Applies if the account has validated the coupon's code within the last day, or sends it in `discount_coupon_code`. */
  discount_coupon_id: Id.nullish(),
  discount_coupon_code: z.string().trim().toUpperCase().max(60).nullish(),
  /** The total of all participants that the wizard showed. Another total is answered with 409 `offer_changed`. */
  expected_total: MoneyInput.optional(),
  /** The event's `version` that the wizard showed. Without `expected_total`, another version is answered with 409 `offer_changed`. */
  version: Version.optional(),
})
export type RegisterParticipantInput = z.input<typeof RegisterParticipantInput>

export const RegisteredParticipant = z.object({
  id: z.int(),
  name: z.string(),
  /** Registrations that are paid together have the same; null when there is nothing to pay. */
  payment_id: z.int().nullable(),
  /** The address of the payment's page. */
  payment_link: z.string().nullable(),
  /** When the unpaid spot is released in a nearly full race; null when that is at the end of the due day. */
  held_until: Instant.nullable(),
  value: Money,
  status: z.string(),
})
export type RegisteredParticipant = z.infer<typeof RegisteredParticipant>

/**
 * Accepts an `Idempotency-Key` header: the same key and body return the first result again. While the event has a waiting room, only for
 * those let in, or with the `pass` of the wizard's start in `waiting-room-pass`.
 */
export const registerParticipant = defineRoute({
  method: 'POST',
  path: '/events/:eventId/register-participant',
  access: 'user',
  tag: 'Inscrições',
  status: 201,
  summary: 'Inscreve o comprador e os participantes adicionais; aceita o cabeçalho Idempotency-Key',
  params: z.object({ eventId: Id }),
  /** Fits fifty answers in prose. */
  bodyLimit: 128 * 1024,
  body: RegisterParticipantInput,
  data: z.object({ registrations: z.array(RegisteredParticipant), payment_link: z.string().nullable() }),
})

/** Stores an image or PDF of up to 10 MB in private storage, for a later registration to refer to. */
export const uploadAnswerFile = defineRoute({
  method: 'POST',
  path: '/participant/answer-files',
  access: 'user',
  tag: 'Inscrições',
  status: 201,
  summary: 'Guarda o anexo de uma resposta (imagem ou PDF) e responde o seu caminho',
  uploads: 'file',
  data: z.object({ path: z.string() }),
})

/** Called by a participant, with the token from their e-mail, who does not know the registration made in their name. */
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

/** What the wizard tells and fills in for somebody who has registered before. */
export const getWizardStart = defineRoute({
  method: 'GET',
  path: '/participant/events/:eventId/start',
  access: 'user',
  tag: 'Inscrições',
  summary:
    'A minha inscrição no evento, se houver, o que escolhi da última vez e em quantas vezes posso pagar',
  params: z.object({ eventId: Id }),
  data: z.object({
    /** The caller's own registration in the event, if it is not cancelled and was made by the caller's account. */
    registration: z
      .object({
        id: z.int(),
        status_code: z.int(),
        /** What is still to be paid; null when nothing is or it cannot be paid with a link. */
        payment: z.object({ payment_link: z.string(), value: Money }).nullable(),
      })
      .nullable(),
    /** Of the caller's latest registrations in any event. */
    last: z.object({ shirt_size: z.string().nullable(), payment_type: PaymentType.nullable() }),
    /** How a card may be charged in installments; null: at once only. */
    installments: z
      .object({
        max: z.int(),
        /** The least that one installment may be. */
        minimum: Money,
        /** The runner bears what they cost. */
        with_interest: z.boolean(),
        /** The interest of 2 to 12 installments, in basis points of the price. */
        rates: z.array(z.int()),
      })
      .nullable(),
    /**
     * Lets the caller finish, for a while, if a waiting room opens: sent with the order in the header `waiting-room-pass`. Null before
     * registrations begin and for whoever was let in by a ticket.
     */
    pass: z.string().nullable(),
  }),
})
export type WizardStart = z.infer<typeof getWizardStart.data>

/** The result of an order by its idempotency key, for a browser that did not receive the answer. */
export const getOrder = defineRoute({
  method: 'GET',
  path: '/participant/orders/:key',
  access: 'user',
  tag: 'Inscrições',
  summary: 'O resultado de uma inscrição por sua chave de idempotência',
  params: z.object({ key: z.string().min(8).max(128) }),
  data: z.object({ registrations: z.array(RegisteredParticipant), payment_link: z.string().nullable() }),
})
