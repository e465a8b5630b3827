import { z } from 'zod'
import { DiscountType } from './discount.ts'
import { Instant, Money, MoneyInput, required } from './fields.ts'
import { PersonFields } from './person.ts'
import { defineRoute, Id, MAX_ID, Version } from './route.ts'

export const AdditionalParticipant = z.object({
  ...PersonFields,
  /** Absent, the buyer's choice applies. */
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
        accepted: z.boolean(),
        /** Where `uploadAnswerFile` kept what the question asks for; refused as `questionnaire_files.<id>`. */
        file: z.string().max(120).nullish(),
      }),
    )
    .max(100)
    .default([]),
  participants: z.array(AdditionalParticipant).max(MAX_ADDITIONAL_PARTICIPANTS).default([]),
  payment_method_id: Id.nullish(),
  /** Counts for an account that has had the coupon's code validated for this event in the last hours, or sends the code along. */
  discount_coupon_id: Id.nullish(),
  discount_coupon_code: z.string().trim().toUpperCase().max(60).nullish(),
  /** What the wizard showed as the total of all participants: any other total answers 409 `offer_changed`. */
  expected_total: MoneyInput.optional(),
  /** The event's `version` the wizard showed. Without `expected_total`, any other version answers 409 `offer_changed`. */
  version: Version.optional(),
})
export type RegisterParticipantInput = z.input<typeof RegisterParticipantInput>

export const RegisteredParticipant = z.object({
  id: z.int(),
  name: z.string(),
  payment_link: z.string().nullable(),
  /** When the place is given back, where that is in hours: the race is nearly full. Null: at the end of the due day. */
  held_until: Instant.nullable(),
  /** No link will follow: the gateway refused to make the charge. */
  payment_refused: z.boolean(),
  value: Money,
  status: z.string(),
})
export type RegisteredParticipant = z.infer<typeof RegisteredParticipant>

/** Takes an `Idempotency-Key` header: the same key and body answer the first result again. */
export const registerParticipant = defineRoute({
  method: 'POST',
  path: '/events/:eventId/register-participant',
  access: 'user',
  tag: 'Inscrições',
  status: 201,
  summary: 'Inscreve o comprador e os participantes adicionais; aceita o cabeçalho Idempotency-Key',
  params: z.object({ eventId: Id }),
  body: RegisterParticipantInput,
  data: z.object({ registrations: z.array(RegisteredParticipant), payment_link: z.string().nullable() }),
})

/** Keeps the image or PDF a question asks for, of up to 10 MB, until the registration that names it; nobody else sees it. */
export const uploadAnswerFile = defineRoute({
  method: 'POST',
  path: '/participant/answer-files',
  access: 'user',
  tag: 'Inscrições',
  status: 201,
  summary: 'Guarda o anexo de uma resposta (imagem ou PDF) e responde o seu caminho',
  data: z.object({ path: z.string() }),
})

/** Whom a registration names says, by the link they were sent, that it is not theirs. */
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

/** The links of one submission, for a success screen that opened before the gateway answered. */
export const getOrder = defineRoute({
  method: 'GET',
  path: '/participant/orders/:key',
  access: 'user',
  tag: 'Inscrições',
  summary: 'O resultado de uma inscrição por sua chave de idempotência',
  params: z.object({ key: z.string().min(8).max(128) }),
  data: z.object({ registrations: z.array(RegisteredParticipant), payment_link: z.string().nullable() }),
})

const CouponAnswer = z.object({
  success: z.boolean(),
  discountId: z.int(),
  /** Percent when `discountType` is 0 ("10.00"), else reais. */
  discountValue: z.string(),
  discountType: DiscountType,
})

export const validateCoupon = defineRoute({
  method: 'POST',
  path: '/participant/validate-coupon',
  access: 'user',
  tag: 'Inscrições',
  summary: 'Confere um cupom para um kit',
  body: z.object({
    code: required('Por favor, insira um código de cupom.', 60).toUpperCase(),
    event_id: Id,
    product_id: z.coerce
      .number({ error: 'Selecione um kit antes de aplicar o cupom.' })
      .int()
      .positive('Selecione um kit antes de aplicar o cupom.')
      .max(MAX_ID),
  }),
  data: CouponAnswer,
  extra: CouponAnswer,
})
