import { z } from 'zod'
import { BrazilianDate, DateInput, GivenPassword, Instant, Money, optionalText, required } from '../fields.ts'
import { defineRoute, Id, IdParams } from '../route.ts'

const ORGANIZER = {
  access: { roles: ['Organizador', 'Admin', 'Empresa'], permission: 'change-event-status' },
  tag: 'Organizador',
} as const

/** A credit is valid for at most this number of days, because some gateways refuse a refund later. */
export const MAX_CREDIT_DAYS = 60

const Share = z.object({ registrations: z.int(), amount: Money })

/**
 * How the money of an event's active registrations would go back. `gateway`: by the gateway alone.
 * `bank_data`: by the gateway, after the payer of a boleto gave a bank account. `pix_key`: to a Pix key that
 * the payer confirms, because the gateway cannot refund it (an old Pix, a part of a boleto). `in_person`: in
 * person, because it was received outside the gateway.
 */
const Channels = z.object({ gateway: Share, bank_data: Share, pix_key: Share, in_person: Share })
export type RefundChannel = keyof typeof Channels.shape
export const REFUND_CHANNELS = Object.keys(Channels.shape) as readonly RefundChannel[]

export const EventCancellation = z.object({
  /** Active registrations, which cancelling the event cancels. */
  registrations: z.int(),
  paid: Share,
  /** Together they are `paid`; a registration may have several. */
  channels: Channels,
  /** Number of days runners have to decide, when a donation is offered. */
  choice_days: z.int(),
  cancelled: z
    .object({
      at: Instant,
      reason: z.string(),
      donation_to: z.string().nullable(),
      /** Money that runners have not decided on yet, and money that they donated. */
      waiting: Share,
      donated: Share,
      /** Null when runners cannot use what they paid for another date. */
      credit: z
        .object({
          until: BrazilianDate,
          /** The time runners have to decide, when a donation is offered. */
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
    /** Shown to the runners. */
    reason: required('Diga aos participantes por que o evento foi cancelado.', 1000),
    /** The recipient to whom runners may donate their payment instead of a refund; null: none is offered. */
    donation_to: optionalText(160).nullable().prefault(null),
    /** Until when runners may use what they paid for the new date; null offers no credit. */
    credit_until: DateInput().nullable().default(null),
    /** The event on the new date, of the same organizer. It may be named later. */
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
