import { z } from 'zod'
import { BrazilianDate, Instant, Money, OptionalDate, optionalText } from './fields.ts'
import { RefusalNote } from './refund.ts'
import { defineRoute, Id, IdParams, PageMeta, PageQuery } from './route.ts'
import { VALIDATION } from './validation.ts'

const ROLES = ['Organizador', 'Admin', 'Empresa'] as const
export const VIEWERS = { roles: ROLES, permission: 'view-event-participants' } as const
export const EDITORS = { roles: ROLES, permission: 'edit-registration-participant-event' } as const
export const TAG = 'Participantes'

/** In a query the empty text is no filter. */
const orAbsent = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())
const code = (last: number) => orAbsent(z.coerce.number({ error: VALIDATION.invalid }).int().min(0).max(last))

/** The filters of the list of participants and of its export. */
export const ParticipantFilter = z.object({
  /** Words of the name, the e-mail or the CPF, with or without its punctuation; or the number of a registration or an order, or a phone. */
  search: z.string().trim().max(120).optional(),
  modality_id: orAbsent(Id),
  category_id: orAbsent(Id),
  product_id: orAbsent(Id),
  registration_status: code(2),
  /** 2, 'Pago', also stands for 1 and 12. */
  payment_status: code(13),
  payment_date_start: OptionalDate,
  payment_date_end: OptionalDate,
  /** `paid`: money was paid and kept, as the card 'Pagos' counts; `free`: it costs nothing and is not cancelled, as 'Gratuitos'. */
  money: orAbsent(z.enum(['paid', 'free'], { error: VALIDATION.invalid })),
})
export type ParticipantFilter = z.output<typeof ParticipantFilter>

export const ParticipantPayment = z.object({
  value: Money,
  /** 0 Pix, 1 Boleto, 2 Cartão de Crédito. */
  type: z.int(),
  status: z.string(),
  status_code: z.int(),
  payment_date: Instant.nullable(),
  payment_link: z.string(),
})

const ParticipantPerson = z.object({
  name: z.string(),
  cpf: z.string(),
  emailResponsible: z.string(),
  phone: z.string(),
})
const ParticipantProduct = z.object({
  id: z.int(),
  name: z.string(),
  quantity: z.int(),
  shirt_size_id: z.int().nullable(),
  shirt_size: z.string().nullable(),
})

/** What the list and the edit form both say of a registration. */
export const Described = {
  id: z.int(),
  /** 'Pendente', 'Confirmado' or 'Cancelado'. */
  status: z.string(),
  status_code: z.int(),
  status_color: z.string(),
  participant: ParticipantPerson,
  products: z.array(ParticipantProduct),
  value: Money,
  /** What was paid for it, what is missing and what goes back. */
  money_sentence: z.string(),
  /** Given back, or on its way, after a move to something cheaper. */
  credit: Money,
  /** The payment its status is shown from; null when there never was one. */
  payment: ParticipantPayment.nullable(),
  created_at: Instant,
}

/** What the participant accepted and answered, as it was worded then. */
export const Answered = {
  terms_accepted: z.array(z.object({ id: z.int(), name: z.string(), accepted_at: Instant })),
  questionnaires: z.array(z.object({ id: z.int(), description: z.string(), accepted: z.boolean() })),
}

/** How the caller may cancel a registration (`staffCancellation`). */
export const CancellableByStaff = {
  can_cancel: z.boolean(),
  /** What `cancelRegistration` with `refund` gives back; null when nothing was paid, or it may not be cancelled. */
  refundable: Money.nullable(),
  cancellation_needs_reason: z.boolean(),
}

export const ParticipantRow = z.object({
  ...Described,
  ...Answered,
  category: z.object({ id: z.int(), name: z.string(), modality: z.string() }),
  event: z.object({ title: z.string(), end_date: BrazilianDate, payment: ParticipantPayment.nullable() }),
  /** The same payment, as a list. */
  payments: z.array(ParticipantPayment),
  ...CancellableByStaff,
  /** Its runner has asked to cancel it, and nobody has decided yet. */
  cancellation_requested: z.boolean(),
})
export type ParticipantRow = z.infer<typeof ParticipantRow>

/** Totals of the whole event, except `total`, which counts the registrations that pass the filters. */
export const ParticipantsMeta = PageMeta.extend({
  total_participants_registered: z.int(),
  total_paid_participants: z.int(),
  total_valor_paid_participants: Money,
  total_free_participants: z.int(),
  total_participants_confirmed: z.int(),
  total_participants_pending: z.int(),
  total_participants_canceled: z.int(),
})
export type ParticipantsMeta = z.infer<typeof ParticipantsMeta>

const Participants = {
  access: VIEWERS,
  tag: TAG,
  params: IdParams,
  data: z.array(ParticipantRow),
  meta: ParticipantsMeta,
  extra: z.object({
    event: z.object({
      id: z.int(),
      title: z.string(),
      modalities: z.array(
        z.object({
          modality_id: z.int(),
          modality_name: z.string(),
          categories: z.array(z.object({ category_id: z.int(), category_name: z.string() })),
        }),
      ),
      products: z.array(z.object({ id: z.int(), name: z.string() })),
    }),
  }),
}

/** What the list is sorted by: the order of registration, the name without accents, the price, or the day it was paid. */
export const ParticipantSort = z.enum(['id', 'name', 'value', 'paid_on'], { error: VALIDATION.invalid })
export type ParticipantSort = z.infer<typeof ParticipantSort>

/** How many registrations a list sorted by anything but the order of registration goes through; filters lead to the others. */
export const MOST_SORTED = 2_000

const ParticipantQuery = PageQuery.extend(ParticipantFilter.shape).extend({
  sort: orAbsent(ParticipantSort),
  order: orAbsent(z.enum(['asc', 'desc'], { error: VALIDATION.invalid })),
})

export const listParticipants = defineRoute({
  ...Participants,
  method: 'GET',
  path: '/organizer/events/:id/participants',
  summary: 'Os participantes de um evento',
  query: ParticipantQuery,
})

/** The same with the search in the body: a CPF or an e-mail must not appear in URLs and logs. */
export const searchParticipants = defineRoute({
  ...Participants,
  method: 'POST',
  path: '/organizer/events/:id/participants/search',
  summary: 'Os participantes de um evento, com a busca fora do endereço',
  body: ParticipantQuery,
})

const REQUEST = { method: 'POST', access: EDITORS, tag: TAG, params: IdParams } as const
export const approveCancellation = defineRoute({
  ...REQUEST,
  path: '/organizer/registrations/:id/cancellation/approve',
  summary: 'Aprova o cancelamento que o participante pediu: a inscrição é cancelada e o valor, devolvido',
})
export const refuseCancellation = defineRoute({
  ...REQUEST,
  path: '/organizer/registrations/:id/cancellation/refuse',
  summary: 'Recusa o cancelamento que o participante pediu; a inscrição continua valendo',
  body: z.object({ note: RefusalNote }),
})

export const cancelRegistration = defineRoute({
  method: 'PATCH',
  path: '/organizer/registrations/:id/status',
  access: EDITORS,
  tag: TAG,
  summary: 'Cancela uma inscrição, enquanto a regra permite',
  params: IdParams,
  /** `refund`: also when it is paid; what was paid goes back. `note`: why, kept in the history; Admin needs one after the registration period. */
  body: z.object({
    status: z.literal(2, { error: VALIDATION.invalid }),
    refund: z.boolean().default(false),
    note: optionalText(500),
  }),
  data: z.object({ id: z.int(), status: z.int() }),
})
