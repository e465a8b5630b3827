// Over 250 lines because all routes of the registrations of one's own are declared here, with what they answer.

import { z } from 'zod'
import { Picture } from './event.ts'
import { BrazilianDate, Instant, Money, MoneyInput, OptionalDate } from './fields.ts'
import { Refund } from './refund.ts'
import { defineRoute, Id, PageMeta, PageQuery } from './route.ts'

export const PriceLine = z.object({
  kind: z.enum(['kit', 'discount', 'fee']),
  label: z.string(),
  amount: Money,
})

/** 0 Pix, 1 Boleto, 2 Cartão de Crédito. */
export const PaymentType = z.literal([0, 1, 2], { error: 'Escolha uma forma de pagamento' })

export const RegistrationRow = z.object({
  id: z.int(),
  /** 'Pendente', 'Confirmado' or 'Cancelado'. */
  status: z.string(),
  status_code: z.int(),
  status_color: z.string(),
  can_cancel: z.boolean(),
  /** Nothing is left to do: it is cancelled, or its race is past. Lists have these last. */
  is_over: z.boolean(),
  /** Whether a refund waits until its payer has said to which account it goes (`request_url` of the refund). */
  lacks_bank_data: z.boolean(),
  /** Whether what was paid for it waits for its runner's decision. */
  awaits_choice: z.boolean(),
  /** What was paid for it, what is missing and what goes back. */
  money_sentence: z.string(),
  /** A registration of the same person in a cancelled event, whose money may pay for this one (`chooseRefund` of that one). */
  credit_from: z.int().nullable(),
  event: z.object({
    id: z.int(),
    slug: z.string(),
    title: z.string(),
    date_event: BrazilianDate.nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    start_time: z.string().nullable(),
    event_image: z.string().nullable(),
    picture: Picture.nullable(),
    /** Until race day, in the event's time zone; negative afterwards. */
    days_left: z.int(),
    /** The effective payment (docs/algorithms/participants.md); null for a free registration. */
    payment: z
      .object({
        /** The address of the payment's page. */
        payment_link: z.string(),
        /** What it pays for this registration. */
        value: Money,
        /** What its page charges: for all registrations that it pays, with interest. */
        total: Money,
        /** How many it pays. */
        registrations: z.int(),
        type: PaymentType,
        status: z.string(),
        status_code: z.int(),
      })
      .nullable(),
  }),
  participant: z.object({ name: z.string() }),
  category: z.object({ name: z.string() }),
})
export type RegistrationRow = z.infer<typeof RegistrationRow>

export const listMyRegistrations = defineRoute({
  method: 'GET',
  path: '/participant/list-events',
  access: 'user',
  tag: 'Inscrições',
  summary: 'As minhas inscrições',
  query: PageQuery.extend({
    title: z.string().trim().max(120).optional(),
    date_event_start: OptionalDate,
    date_event_end: OptionalDate,
  }),
  data: z.array(RegistrationRow),
  meta: PageMeta,
})

export const MyRegistration = RegistrationRow.extend({
  participant: z.object({
    name: z.string(),
    cpf: z.string(),
    phone: z.string(),
    birth_date: BrazilianDate,
    sex: z.int(),
  }),
  category: z.object({ name: z.string(), modality: z.string() }),
  product: z.object({ name: z.string(), shirt_size: z.string().nullable() }),
  value: Money,
  /** The payment types that `renewMyPayment` accepts now. */
  payment_choices: z.array(PaymentType),
  /** What is given back, or has been, because the organizer moved the registration to a cheaper kit. */
  credit: Money,
  lines: z.array(PriceLine),
  terms: z.array(
    z.object({ name: z.string(), version: z.int(), description: z.string(), accepted_at: Instant }),
  ),
  answers: z.array(
    z.object({
      questionnaire_id: z.int(),
      question: z.string(),
      accepted: z.boolean(),
      /** Of a question that is not answered with yes or no. */
      value: z.string().nullable(),
      /** The type of the uploaded file, which `getMyAnswerFile` returns. */
      file: z.enum(['pdf', 'jpg']).nullable(),
    }),
  ),
  refunds: z.array(Refund),
  /** It is cancelled, and what becomes of its money is the runner's choice, or was (`getRefundChoice`). */
  has_refund_choice: z.boolean(),
  /** What cancelling it now gives back (`cancelMyRegistration` with `expected_refund`); null when nothing was paid or nothing comes back. */
  cancellation: z
    .object({
      reason: z.enum(['withdrawal', 'policy']),
      refund: Money,
      /** What is not given back. */
      kept: Money,
      /** The last day of the right of withdrawal. */
      until: BrazilianDate.nullable(),
      /** The organizer decides; until then the registration stays as it is. */
      needs_approval: z.boolean(),
    })
    .nullable(),
  /** In sentences: the right of withdrawal, and the event's policy when it was bought. */
  cancellation_policy: z.array(z.string()),
  payments: z.array(
    z.object({
      id: z.int(),
      type: z.int(),
      /** What it pays for this registration, of its `total`, which is with interest. */
      value: Money,
      total: Money,
      /** In how many a card is charged, and the interest of that on top of the total. */
      installments: z.int(),
      interest: Money,
      /** The participants of the other registrations that it pays. */
      shared_with: z.array(z.string()),
      status: z.string(),
      status_code: z.int(),
      payment_link: z.string(),
      payment_date: Instant.nullable(),
      due_date: BrazilianDate.nullable(),
      /** When the payment expires, if its spot is held for hours only. */
      expires_at: Instant.nullable(),
      history: z.array(z.object({ status: z.string(), at: Instant })),
    }),
  ),
  created_at: Instant,
  /** What a receipt contains besides the fields above; null unless the registration is confirmed. */
  receipt: z
    .object({
      number: z.string(),
      organizer: z.object({ name: z.string(), cnpj: z.string().nullable(), phone: z.string().nullable() }),
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
  access: 'user',
  tag: 'Inscrições',
  summary: 'Uma inscrição minha',
  params: RegistrationParams,
  data: MyRegistration,
})
/** Returns an iCalendar file (RFC 5545) instead of the JSON envelope. */
export const getMyRegistrationCalendar = defineRoute({
  method: 'GET',
  path: '/participant/registrations/:id/calendar.ics',
  sends: ['text/calendar'],
  access: 'user',
  tag: 'Inscrições',
  summary: 'A corrida de uma inscrição minha, como arquivo de calendário',
  params: RegistrationParams,
})
const AnswerParams = z.object({ id: Id, questionnaireId: Id })

const ANSWER_FILE_TYPES = ['application/pdf', 'image/jpeg']

/** Returns the file instead of the JSON envelope. */
export const getMyAnswerFile = defineRoute({
  method: 'GET',
  path: '/participant/registrations/:id/answers/:questionnaireId/file',
  sends: ANSWER_FILE_TYPES,
  access: 'user',
  tag: 'Inscrições',
  summary: 'O anexo de uma resposta minha',
  params: AnswerParams,
})
/** Returns the file to users who may see the participants of the event. */
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
  access: 'user',
  tag: 'Inscrições',
  summary: 'Cancela a minha inscrição, enquanto a regra permite',
  params: RegistrationParams,
  /** `expected_refund`: what is to come back of a paid one; another amount by now is a conflict. */
  body: z.object({ expected_refund: MoneyInput.optional() }).optional(),
  data: z.object({
    /** The organizer was asked to cancel it. */
    requested: z.boolean(),
  }),
})
export const renewMyPayment = defineRoute({
  method: 'POST',
  path: '/participant/registrations/:id/payment',
  access: 'user',
  tag: 'Inscrições',
  summary:
    'Gera outro pagamento para a minha inscrição: quando o que havia não pode ser pago, ou de outra forma',
  params: RegistrationParams,
  body: z.object({ payment_type: PaymentType }),
  status: 201,
  data: z.object({ payment_link: z.string() }),
})

/** Registrations of one event that nothing or not everything was paid for and that another payment may pay. */
export const listPayableTogether = defineRoute({
  method: 'GET',
  path: '/participant/payments',
  access: 'user',
  tag: 'Inscrições',
  summary: 'As minhas inscrições que um só pagamento pode pagar, por evento',
  data: z.array(
    z.object({
      event: z.object({ id: z.int(), title: z.string(), slug: z.string() }),
      payment_types: z.array(PaymentType),
      registrations: z.array(z.object({ id: z.int(), name: z.string(), owed: Money })),
      /** The payment that already pays for exactly these; null when there is none. */
      payment: z
        .object({
          type: PaymentType,
          payment_link: z.string(),
          /** What its page charges, with interest. */
          total: Money,
        })
        .nullable(),
    }),
  ),
})

export const payTogether = defineRoute({
  method: 'POST',
  path: '/participant/payments',
  access: 'user',
  tag: 'Inscrições',
  summary: 'Paga várias inscrições minhas de um evento com um só pagamento',
  body: z.object({ registration_ids: z.array(Id).min(1).max(100), payment_type: PaymentType }),
  status: 201,
  data: z.object({ payment_link: z.string() }),
})
