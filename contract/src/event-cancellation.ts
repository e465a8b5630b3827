import { z } from 'zod'
import { BrazilianDate, DateInput, GivenPassword, Instant, Money, optionalText, required } from './fields.ts'
import { defineRoute, Id, IdParams } from './route.ts'

const ORGANIZER = {
  access: { roles: ['Organizador', 'Admin', 'Empresa'], permission: 'change-event-status' },
  tag: 'Organizador',
} as const

/** How many days what was paid may wait for the new date, at most: afterwards not every gateway gives it back. */
export const MAX_CREDIT_DAYS = 60

const Share = z.object({ registrations: z.int(), amount: Money })

export const EventCancellation = z.object({
  /** That are not cancelled: what cancelling the event cancels, or has still to cancel. */
  registrations: z.int(),
  /** Of these, what is paid. */
  paid: Share,
  /** How many days runners have to choose, where a donation is offered. */
  choice_days: z.int(),
  /** Null: the event stands. */
  cancelled: z
    .object({
      at: Instant,
      reason: z.string(),
      donation_to: z.string().nullable(),
      /** What runners have not decided on yet, and what they donated. */
      waiting: Share,
      donated: Share,
      /** Null where what was paid cannot be used for another date. */
      credit: z
        .object({
          until: BrazilianDate,
          /** The new date; null: not named yet. */
          event: z.object({ id: z.int(), title: z.string() }).nullable(),
          used: Share,
        })
        .nullable(),
    })
    .nullable(),
})
export type EventCancellation = z.infer<typeof EventCancellation>

export const getEventCancellation = defineRoute({
  method: 'GET',
  path: '/organizer/events/:id/cancellation',
  ...ORGANIZER,
  summary: 'O que o cancelamento de um evento atinge, ou em que pé ele está',
  params: IdParams,
  data: EventCancellation,
})

export const cancelEvent = defineRoute({
  method: 'POST',
  path: '/organizer/events/:id/cancellation',
  ...ORGANIZER,
  summary:
    'Cancela um evento: encerra as vendas, cancela as inscrições e devolve o que foi pago; pede a senha',
  params: IdParams,
  body: z.object({
    /** Runners read it. */
    reason: required('Diga aos participantes por que o evento foi cancelado.', 1000),
    /** To whom runners may donate what they paid, instead of having it back. */
    donation_to: optionalText(160).nullable().prefault(null),
    /** Until when they may use it for the new date instead; null: they may not. */
    credit_until: DateInput().nullable().default(null),
    /** The new date, an event of the same organizer; it may be named later. */
    new_event_id: Id.nullable().default(null),
    current_password: GivenPassword('Confirme com a sua senha atual.'),
  }),
  data: EventCancellation,
})

export const nameNewDate = defineRoute({
  method: 'PUT',
  path: '/organizer/events/:id/cancellation/new-date',
  ...ORGANIZER,
  summary: 'Indica o evento em que se usa o crédito de um evento cancelado, e avisa quem espera por ele',
  params: IdParams,
  body: z.object({ new_event_id: Id }),
  data: EventCancellation,
})
