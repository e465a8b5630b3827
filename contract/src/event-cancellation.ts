import { z } from 'zod'
import { GivenPassword, Instant, Money, optionalText, required } from './fields.ts'
import { defineRoute, IdParams } from './route.ts'

const ORGANIZER = {
  access: { roles: ['Organizador', 'Admin', 'Empresa'], permission: 'change-event-status' },
  tag: 'Organizador',
} as const

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
    current_password: GivenPassword('Confirme com a sua senha atual.'),
  }),
  data: EventCancellation,
})
