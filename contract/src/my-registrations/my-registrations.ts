// Over 250 lines: all routes on the caller's own registrations, with their responses.

import { z } from 'zod'
import { Course } from '../event/course.ts'
import { Picture, SellerShown } from '../event/event.ts'
import { KitPickup } from '../event/kit-pickup.ts'
import { PublicQuestion } from '../event/question.ts'
import { TermKind, TermVersion } from '../event/term-kind.ts'
import { BrazilianDate, Instant, Money, MoneyInput, OptionalDate } from '../fields.ts'
import { Refund } from '../payment/refund.ts'
import { PriceLine } from '../pricing/price-line.ts'
import { RegistrationChanges } from '../registration/change.ts'
import { ConfirmationState } from '../registration/confirmation-state.ts'
import { GivenAnswer } from '../registration/given-answer.ts'
import { GuardianState } from '../registration/minors.ts'
import { MyTeam } from '../registration/team.ts'
import { TransferState } from '../registration/transfer-state.ts'
import { defineRoute, Id, PageMeta, PageQuery } from '../route.ts'

export const MINE = { access: 'user', tag: 'Inscrições' } as const

/** 0 Pix, 1 Boleto, 2 Cartão de Crédito. */
export const PaymentType = z.literal([0, 1, 2], { error: 'Escolha uma forma de pagamento' })

/** What the page of a payment charges. */
const Charge = {
  people: z.array(z.object({ id: Id, name: z.string(), amount: Money })),
  installments: z.int(),
  interest: Money,
  /** The amount for all people, with interest. */
  total: Money,
}

export const RegistrationRow = z.object({
  id: z.int(),
  status: z.string(),
  status_code: z.int(),
  status_color: z.string(),
  can_cancel: z.boolean(),
  /** Nothing is left to do: cancelled or past, and no refund or decision waits for the runner. */
  is_over: z.boolean(),
  /** A refund waits for the payer's bank data (its `request_url`) or Pix key (its `pix_key`). */
  lacks_bank_data: z.boolean(),
  /** The runner has to decide what happens to the money paid for it. */
  awaits_choice: z.boolean(),
  money_sentence: z.string(),
  /** The same person's registration in a cancelled event, if its money can pay for this one. */
  credit_from: z.int().nullable(),
  /** Until when `undoMyCancellation` may restore it; null: not possible. */
  undo_until: Instant.nullable(),
  event: z.object({
    id: z.int(),
    slug: z.string(),
    title: z.string(),
    date_event: BrazilianDate.nullable(),
    /** Where within the city the race starts. */
    start_place: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    start_time: z.string().nullable(),
    event_image: z.string().nullable(),
    picture: Picture.nullable(),
    /** Days until the race, in the event's time zone; negative after the race. */
    days_left: z.int(),
    /** The effective payment (docs/algorithms/participants.md); null for a free registration. */
    payment: z
      .object({
        /** Null: the captain of a group pays, and `people` and `total` are only those of this registration. */
        payment_link: z.string().nullable(),
        /** The amount that pays for this registration. */
        value: Money,
        ...Charge,
        due_date: BrazilianDate.nullable(),
        /** When a Pix or card payment can no longer be made; null for a boleto. */
        payable_until: Instant.nullable(),
        type: PaymentType,
        status: z.string(),
        status_code: z.int(),
      })
      .nullable(),
  }),
  participant: z.object({ name: z.string() }),
  /** Null for the buyer's own registration, which needs none. */
  confirmation: ConfirmationState.nullable(),
  /** The signatures for a minor; null: the participant is of age. */
  guardian: GuardianState.nullable(),
  category: z.object({ name: z.string() }),
  /** They add up to the price of the registration. */
  price_lines: z.array(PriceLine),
})
export type RegistrationRow = z.infer<typeof RegistrationRow>

export const listMyRegistrations = defineRoute({
  method: 'GET',
  path: '/participant/list-events',
  ...MINE,
  summary: 'As minhas inscrições',
  query: PageQuery.extend({
    title: z.string().trim().max(120).optional(),
    date_event_start: OptionalDate,
    date_event_end: OptionalDate,
  }),
  data: z.array(RegistrationRow),
  meta: PageMeta,
})

export type Charge = z.infer<z.ZodObject<typeof Charge>>

export const MyRegistration = RegistrationRow.extend({
  participant: z.object({
    name: z.string(),
    cpf: z.string(),
    phone: z.string(),
    birth_date: BrazilianDate,
    sex: z.int(),
  }),
  category: z.object({ name: z.string(), modality: z.string(), course: Course.nullable() }),
  product: z.object({ name: z.string(), shirt_size: z.string().nullable() }),
  /** Null when nothing is known. */
  kit_pickup: KitPickup.nullable(),
  value: Money,
  /** The runner may change it (`changeMyRegistration`). */
  can_change: z.boolean(),
  ...RegistrationChanges,
  /** The credit that deferring (`deferMyRegistration`) gives now; null: deferring is not possible. */
  deferral: z.object({ credit: Money, fee: Money, until: BrazilianDate }).nullable(),
  /** Null for a registration outside relays. */
  team: MyTeam.nullable(),
  /**
   * What returning its place (`returnMyPlace`) refunds once somebody buys it, at the latest on `until`; `waiting`:
   * it was returned and nobody has bought it yet. Null: it cannot be returned.
   */
  place_return: z
    .object({ state: z.enum(['offered', 'waiting']), refund: Money, fee: Money, until: BrazilianDate })
    .nullable(),
  /** Null: runners of this event do not transfer registrations. */
  transfer: TransferState.nullable(),
  /** The payment types that `renewMyPayment` accepts now. */
  payment_choices: z.array(PaymentType),
  /** The amount refunded, or to be refunded, after the organizer chose a cheaper kit for it. */
  credit: Money,
  terms: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      ...TermVersion,
      description: z.string(),
      kind: TermKind,
      accepted_at: Instant,
      /** Only a consent can be revoked (`revokeMyConsent`). */
      revoked_at: Instant.nullable(),
    }),
  ),
  /** Empty when another participant has confirmed: those answers are private. */
  answers: z.array(
    z.object({
      questionnaire_id: z.int(),
      question: z.string(),
      accepted: z.boolean(),
      /** The answer to a question that is not a yes/no question. */
      value: z.string().nullable(),
      file: z.enum(['pdf', 'jpg']).nullable(),
    }),
  ),
  /** What can still be answered, by the rules of `applicableQuestions`; null: nothing is asked after registering. */
  questionnaire: z
    .object({
      questions: z.array(PublicQuestion),
      modality_id: z.int(),
      category_id: z.int(),
      product_id: z.int(),
    })
    .nullable(),
  refunds: z.array(Refund),
  /** The discount by right that it claims; null: none. */
  right: z
    .object({
      name: z.string(),
      status: z.enum(['granted', 'awaiting_proof', 'in_review', 'approved', 'rejected']),
      /** The text that the runner accepted. */
      declaration: z.string().nullable(),
      /** The document to send, in words; null: none. */
      proof: z.string().nullable(),
      proof_due_on: BrazilianDate.nullable(),
      proof_sent_at: Instant.nullable(),
      /** `sendRightProof` accepts a file now. */
      can_send_proof: z.boolean(),
      review_reason: z.string().nullable(),
    })
    .nullable(),
  /** The runner decides, or has decided, what happens to the money (`getRefundChoice`). */
  has_refund_choice: z.boolean(),
  /** What cancelling it now would refund (`expected_refund` of `cancelMyRegistration`); null: nothing. */
  cancellation: z
    .object({
      reason: z.enum(['withdrawal', 'right_rejected', 'policy']),
      refund: Money,
      kept: Money,
      /** The last day of the right of withdrawal. */
      until: BrazilianDate.nullable(),
      /** The organizer decides on the request; until then the registration does not change. */
      needs_approval: z.boolean(),
      /** The first day on which cancelling refunds another amount. */
      next: z.object({ from: BrazilianDate, refund: Money }).nullable(),
    })
    .nullable(),
  /** The right of withdrawal and the event's policy at the time of purchase, in sentences. */
  cancellation_policy: z.array(z.string()),
  payments: z.array(
    z.object({
      id: z.int(),
      type: z.int(),
      /** The part of the payment for this registration, without interest. */
      value: Money,
      ...Charge,
      status: z.string(),
      status_code: z.int(),
      /** Null: the captain of a group pays, and `people` and `total` are only those of this registration. */
      payment_link: z.string().nullable(),
      payment_date: Instant.nullable(),
      due_date: BrazilianDate.nullable(),
      /** Null unless its spot is held for hours only. */
      expires_at: Instant.nullable(),
      history: z.array(z.object({ status: z.string(), at: Instant })),
    }),
  ),
  created_at: Instant,
  /** The fields of a receipt that are not above; null unless the registration is confirmed. */
  receipt: z
    .object({
      number: z.string(),
      organizer: z.object({
        name: z.string(),
        cnpj: z.string().nullable(),
        phone: z.string().nullable(),
        /** Null while the legal data is incomplete. */
        seller: SellerShown.nullable(),
      }),
      payer: z.object({ name: z.string(), cpf: z.string().nullable() }),
      confirmed_at: Instant,
    })
    .nullable(),
})
export type MyRegistration = z.infer<typeof MyRegistration>

const RegistrationParams = z.object({ id: Id })

export const getMyRegistration = defineRoute({
  method: 'GET',
  path: '/participant/registrations/:id',
  ...MINE,
  summary: 'Uma inscrição minha',
  params: RegistrationParams,
  data: MyRegistration,
})
export const revokeMyConsent = defineRoute({
  method: 'POST',
  path: '/participant/registrations/:id/consents/:termId/revoke',
  ...MINE,
  summary: 'Revoga uma autorização opcional dada numa inscrição minha',
  params: RegistrationParams.extend({ termId: Id }),
})
export const sendRightProof = defineRoute({
  method: 'PUT',
  path: '/participant/registrations/:id/right-proof',
  ...MINE,
  summary: 'Envia o comprovante (imagem ou PDF) do desconto por direito de uma inscrição minha, ou o troca',
  params: RegistrationParams,
  uploads: 'file',
})
export const saveMyAnswers = defineRoute({
  method: 'PUT',
  path: '/participant/registrations/:id/answers',
  ...MINE,
  summary: 'Guarda as minhas respostas às perguntas que a organização faz depois da inscrição',
  params: RegistrationParams,
  /** All answers; one without `file` keeps the file that was sent before. */
  body: z.object({ answers: z.array(GivenAnswer).max(100) }),
})
export const getMyRegistrationCalendar = defineRoute({
  method: 'GET',
  path: '/participant/registrations/:id/calendar.ics',
  sends: ['text/calendar'],
  ...MINE,
  summary: 'A corrida de uma inscrição minha, como arquivo de calendário',
  params: RegistrationParams,
})
const AnswerParams = z.object({ id: Id, questionnaireId: Id })

const ANSWER_FILE_TYPES = ['application/pdf', 'image/jpeg']

export const getMyAnswerFile = defineRoute({
  method: 'GET',
  path: '/participant/registrations/:id/answers/:questionnaireId/file',
  sends: ANSWER_FILE_TYPES,
  ...MINE,
  summary: 'O anexo de uma resposta minha',
  params: AnswerParams,
})
export const getAnswerFile = defineRoute({
  method: 'GET',
  path: '/organizer/registrations/:id/answers/:questionnaireId/file',
  sends: ANSWER_FILE_TYPES,
  access: { roles: ['Organizador', 'Admin', 'Empresa'], permission: 'view-event-participants' },
  tag: 'Participantes',
  summary: 'O anexo da resposta de um participante',
  params: AnswerParams,
})
export const cancelMyRegistration = defineRoute({
  method: 'POST',
  path: '/participant/registrations/:id/cancel',
  ...MINE,
  summary: 'Cancela a minha inscrição, enquanto a regra permite',
  params: RegistrationParams,
  /** The refund that the page showed for a paid registration; another amount is a conflict. */
  body: z.object({ expected_refund: MoneyInput.optional() }).optional(),
  data: z.object({
    /** True: the registration stays, and the organizer was asked to cancel it. */
    requested: z.boolean(),
  }),
})
export const renewMyPayment = defineRoute({
  method: 'POST',
  path: '/participant/registrations/:id/payment',
  ...MINE,
  summary:
    'Gera outro pagamento para a minha inscrição: quando o que havia não pode ser pago, ou de outra forma',
  params: RegistrationParams,
  body: z.object({ payment_type: PaymentType }),
  status: 201,
  data: z.object({ payment_link: z.string() }),
})

/** The caller's registrations, by event, that are not fully paid and may get another payment. */
export const listPayableTogether = defineRoute({
  method: 'GET',
  path: '/participant/payments',
  ...MINE,
  summary: 'As minhas inscrições que um só pagamento pode pagar, por evento',
  data: z.array(
    z.object({
      event: z.object({ id: z.int(), title: z.string(), slug: z.string() }),
      payment_types: z.array(PaymentType),
      registrations: z.array(z.object({ id: z.int(), name: z.string(), owed: Money })),
      /** The open payment that pays for exactly these registrations; null when there is none. */
      payment: z
        .object({
          type: PaymentType,
          payment_link: z.string(),
          /** The amount with interest. */
          total: Money,
        })
        .nullable(),
    }),
  ),
})

export const payTogether = defineRoute({
  method: 'POST',
  path: '/participant/payments',
  ...MINE,
  summary: 'Paga várias inscrições minhas de um evento com um só pagamento',
  body: z.object({ registration_ids: z.array(Id).min(1).max(100), payment_type: PaymentType }),
  status: 201,
  data: z.object({ payment_link: z.string() }),
})
