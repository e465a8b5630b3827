import { z } from 'zod'
import { TeamMembership } from '../event/relay.ts'
import { BrazilianDate, Instant, Money, optionalText, orAbsent } from '../fields.ts'
import { RefusalNote } from '../payment/refund.ts'
import { defineRoute, IdParams, PageMeta, PageQuery } from '../route.ts'
import { VALIDATION } from '../validation.ts'
import { ParticipantFilter } from './filter.ts'

const ROLES = ['Organizador', 'Admin', 'Empresa'] as const
export const VIEWERS = { roles: ROLES, permission: 'view-event-participants' } as const
export const EDITORS = { roles: ROLES, permission: 'edit-registration-participant-event' } as const
export const TAG = 'Participantes'

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

export const Described = {
  id: z.int(),
  /** 'Pendente', 'Confirmado' or 'Cancelado'. */
  status: z.string(),
  status_code: z.int(),
  status_color: z.string(),
  participant: ParticipantPerson,
  products: z.array(ParticipantProduct),
  /** The rule about sex or age that the runner does not meet; null: none. */
  ineligible: z.string().nullable(),
  /** The name of its group. */
  group: z.string().nullable(),
  /** Its relay team. */
  team: TeamMembership.nullable(),
  value: Money,
  /** What was paid, what is owed and what is refunded, in one sentence. */
  money_sentence: z.string(),
  /** The amount refunded, or to be refunded, after a move to a cheaper kit. */
  credit: Money,
  /** The payment that determines the shown payment status; null when there never was a payment. */
  payment: ParticipantPayment.nullable(),
  created_at: Instant,
}

/** What the participant accepted and answered, in the wording of that time. */
export const Answered = {
  terms_accepted: z.array(z.object({ id: z.int(), name: z.string(), accepted_at: Instant })),
  questionnaires: z.array(z.object({ id: z.int(), description: z.string(), accepted: z.boolean() })),
}

/** How the caller may cancel a registration (`staffCancellation`). */
export const CancellableByStaff = {
  can_cancel: z.boolean(),
  /** What a cancellation refunds; null when nothing was paid or cancelling is not allowed. */
  refundable: Money.nullable(),
  cancellation_needs_reason: z.boolean(),
}

export const ParticipantRow = z.object({
  ...Described,
  ...Answered,
  category: z.object({ id: z.int(), name: z.string(), modality: z.string() }),
  event: z.object({ title: z.string(), end_date: BrazilianDate, payment: ParticipantPayment.nullable() }),
  /** The same payment as in `payment`, as a list. */
  payments: z.array(ParticipantPayment),
  ...CancellableByStaff,
  cancellation_requested: z.boolean(),
})
export type ParticipantRow = z.infer<typeof ParticipantRow>

/**
 * The totals follow the search and the filters, except the filters `registration_status` and `money`: each
 * counts what the list would show with its own filter. `total` counts what the list shows.
 */
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
      groups: z.array(z.object({ id: z.int(), name: z.string() })),
    }),
  }),
}

export const ParticipantSort = z.enum(['id', 'name', 'value', 'paid_on'], { error: VALIDATION.invalid })
export type ParticipantSort = z.infer<typeof ParticipantSort>

/** A list sorted by anything but `id` ends after this many registrations. */
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

/** The same list with the search in the body: a CPF or an e-mail must not appear in URLs and logs. */
export const searchParticipants = defineRoute({
  ...Participants,
  method: 'POST',
  path: '/organizer/events/:id/participants/search',
  summary: 'Os participantes de um evento, com a busca fora do endereço',
  body: ParticipantQuery,
})

/** A route that changes a registration. */
export const CHANGE = { access: EDITORS, tag: TAG, params: IdParams } as const

export const approveCancellation = defineRoute({
  ...CHANGE,
  method: 'POST',
  path: '/organizer/registrations/:id/cancellation/approve',
  summary: 'Aprova o cancelamento que o participante pediu: a inscrição é cancelada e o valor, devolvido',
})
export const refuseCancellation = defineRoute({
  ...CHANGE,
  method: 'POST',
  path: '/organizer/registrations/:id/cancellation/refuse',
  summary: 'Recusa o cancelamento que o participante pediu; a inscrição continua valendo',
  body: z.object({ note: RefusalNote }),
})

export const cancelRegistration = defineRoute({
  ...CHANGE,
  method: 'PATCH',
  path: '/organizer/registrations/:id/status',
  summary: 'Cancela uma inscrição, enquanto a regra permite',
  /** `refund` also cancels a paid registration. Admin must give a `note` after the registration period. */
  body: z.object({
    status: z.literal(2, { error: VALIDATION.invalid }),
    refund: z.boolean().default(false),
    note: optionalText(500),
  }),
  data: z.object({ id: z.int(), status: z.int() }),
})
