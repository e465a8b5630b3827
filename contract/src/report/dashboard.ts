import { z } from 'zod'
import { BrazilianDate, Money } from '../fields.ts'
import { defineRoute, IdParams } from '../route.ts'
import { PeriodQuery } from './period.ts'

// What each figure means: docs/algorithms/report.md. Money is null for callers without permission to see it.

const VIEWERS = {
  roles: ['Organizador', 'Admin', 'Empresa'],
  permission: 'view-event-participants',
} as const
const TAG = 'Painéis'

const DayFigures = z.object({
  day: BrazilianDate,
  registrations: z.int(),
  received: Money.nullable(),
  returned: Money.nullable(),
})
export type DayFigures = z.infer<typeof DayFigures>

const Totals = z.object({ registrations: z.int(), received: Money.nullable(), returned: Money.nullable() })
export type Totals = z.infer<typeof Totals>

const Fullness = z.object({ held: z.int(), capacity: z.int().nullable() })

export const OrganizerDashboard = z.object({
  /** The number of events, whatever the period. */
  events: z.int(),
  current: Totals,
  /** The same number of days before the period; null when the period is unbounded. */
  previous: Totals.nullable(),
  /** Every day of the period; without a start, from the first day with figures. */
  by_day: z.array(DayFigures),
  /** Events with figures in the period, most registrations first. */
  by_event: z.array(
    Totals.extend({ id: z.int(), title: z.string(), date_event: BrazilianDate, status: z.int() }),
  ),
  next_events: z.array(
    Fullness.extend({
      id: z.int(),
      slug: z.string(),
      title: z.string(),
      date_event: BrazilianDate,
      city: z.string().nullable(),
      state: z.string().nullable(),
    }),
  ),
})
export type OrganizerDashboard = z.infer<typeof OrganizerDashboard>

export const getOrganizerDashboard = defineRoute({
  method: 'GET',
  path: '/organizer/dashboard',
  access: VIEWERS,
  tag: TAG,
  summary: 'Inscrições e valores recebidos, por dia e por evento, de tudo o que se pode ver',
  query: PeriodQuery,
  data: OrganizerDashboard,
})

export const Finances = z.object({
  received: Money,
  returned: Money,
  /** Of a cancelled event and pays for this one, less what pays for another one instead; 0 of all events together. */
  moved: Money,
  balance: Money,
  owed_back: Money,
  fees: Money,
  setup_fee: Money,
  /** What the gateway kept of payments in installments without interest. */
  card_fees: Money,
  /** Received in cash, outside the gateway: the organizer has it already. */
  cash: Money,
  net: Money,
  /** Repeated payments not yet returned; not part of the other figures. */
  repeated: Money,
})
export type Finances = z.infer<typeof Finances>

export const MethodFigures = z.object({
  /** 0 Pix, 1 Boleto, 2 Cartão de Crédito. */
  type: z.int(),
  /** Paid payments. */
  payments: z.int(),
  received: Money,
  returned: Money,
  moved: Money,
  balance: Money,
})
export type MethodFigures = z.infer<typeof MethodFigures>

export const EventDashboard = z.object({
  event: Fullness.extend({
    id: z.int(),
    slug: z.string(),
    title: z.string(),
    /** Null: a draft that has none yet. */
    date_event: BrazilianDate.nullable(),
    status: z.int(),
  }),
  registrations: z.object({
    registered: z.int(),
    confirmed: z.int(),
    pending: z.int(),
    cancelled: z.int(),
    paid: z.int(),
    free: z.int(),
  }),
  finances: Finances.nullable(),
  /** Today, and the race of the same name before this one, as many days before its own race day. */
  pace: z.object({
    /** Null: a draft without a day. */
    days_left: z.int().nullable(),
    today: z.int(),
    last_edition: z
      .object({ title: z.string(), date_event: BrazilianDate, registrations: z.int(), that_day: z.int() })
      .nullable(),
  }),
  by_day: z.array(DayFigures),
  by_category: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      modality: z.string(),
      confirmed: z.int(),
      pending: z.int(),
      cancelled: z.int(),
      balance: Money.nullable(),
    }),
  ),
  by_method: z.array(MethodFigures).nullable(),
  /** By each registration's current payment; both null when it never had one. */
  by_payment: z.array(
    z.object({ type: z.int().nullable(), status_code: z.int().nullable(), registrations: z.int() }),
  ),
  /** Quantities to order: kits with their sizes, in the event's order; null for no size. */
  sizes: z.array(
    z.object({
      kit: z.string(),
      registrations: z.int(),
      sizes: z.array(z.object({ size: z.string().nullable(), registrations: z.int() })),
    }),
  ),
  /** Most used first; cancelled registrations do not count. */
  coupons: z.array(z.object({ code: z.string(), uses: z.int(), limit: z.int().nullable() })),
})
export type EventDashboard = z.infer<typeof EventDashboard>

export const getEventDashboard = defineRoute({
  method: 'GET',
  path: '/organizer/events/:id/dashboard',
  access: VIEWERS,
  tag: TAG,
  summary: 'Um evento em números: inscrições, valores, tamanhos e cupons',
  params: IdParams,
  data: EventDashboard,
})

export const EventAudience = z.object({
  /** Youngest first, from the first to the last band with registrations. */
  ages: z.array(z.object({ band: z.string(), men: z.int(), women: z.int() })),
  /** Most registrations first; null for an unknown city. */
  cities: z.array(
    z.object({ city: z.string().nullable(), state: z.string().nullable(), registrations: z.int() }),
  ),
})
export type EventAudience = z.infer<typeof EventAudience>

export const getEventAudience = defineRoute({
  method: 'GET',
  path: '/organizer/events/:id/audience',
  access: VIEWERS,
  tag: TAG,
  summary: 'Quem corre um evento: sexo, idade e cidade das inscrições que não foram canceladas',
  params: IdParams,
  data: EventAudience,
})
