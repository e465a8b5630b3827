import { z } from 'zod'
import { BrazilianDate, Money } from '../fields.ts'
import { defineRoute, IdParams } from '../route.ts'
import { PeriodQuery } from './period.ts'

// docs/algorithms/report.md defines each figure. Money is null for callers without permission to see it.

export const VIEWERS = {
  access: { roles: ['Organizador', 'Admin', 'Empresa'], permission: 'view-event-participants' },
  tag: 'Painéis',
} as const

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
  events: z.int(),
  current: Totals,
  /** The period of the same length before it; null when the period is unbounded. */
  previous: Totals.nullable(),
  /** Every day of the period; without a start, from the first day with figures. */
  by_day: z.array(DayFigures),
  /** Events with figures, most registrations first. */
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
  ...VIEWERS,
  summary: 'Inscrições e valores recebidos, por dia e por evento, de tudo o que se pode ver',
  query: PeriodQuery,
  data: OrganizerDashboard,
})

export const Finances = z.object({
  received: Money,
  returned: Money,
  /** Money moved here from a cancelled event, less money moved from here. 0 in sums over all events. */
  moved: Money,
  balance: Money,
  owed_back: Money,
  fees: Money,
  setup_fee: Money,
  /** The gateway's fees for installments without interest. */
  card_fees: Money,
  /** Received outside the gateway; the organizer already has it. */
  cash: Money,
  net: Money,
  /** Duplicate payments not refunded yet; not part of the other figures. */
  repeated: Money,
})
export type Finances = z.infer<typeof Finances>

export const MethodFigures = z.object({
  type: z.int(),
  payments: z.int(),
  received: Money,
  returned: Money,
  moved: Money,
  balance: Money,
})
export type MethodFigures = z.infer<typeof MethodFigures>

const CouponFigures = z.object({
  /** Without cancelled registrations, like the discount. */
  uses: z.int(),
  discount: Money.nullable(),
  received: Money.nullable(),
  returned: Money.nullable(),
})

export const EventDashboard = z.object({
  event: Fullness.extend({
    id: z.int(),
    slug: z.string(),
    title: z.string(),
    /** Null for a draft without a date. */
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
  /**
   * Registrations today, compared with those for the previous race of the same name at the same number of
   * days before it.
   */
  pace: z.object({
    days_left: z.int().nullable(),
    today: z.int(),
    last_edition: z
      .object({ title: z.string(), date_event: BrazilianDate, registrations: z.int(), that_day: z.int() })
      .nullable(),
    /** How many paid registrations the organizer wants. */
    goal: z.int().nullable(),
    /** Paid registrations expected when sales end; null for an event without a date. */
    expected: z.int().nullable(),
    /**
     * Registrations paid until each day before the race, furthest first: of this race, null for days to come,
     * and of the last edition. Empty for an event without a date or payments.
     */
    line: z.array(z.object({ days_left: z.int(), paid: z.int().nullable(), last: z.int().nullable() })),
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
  /** By current payment; both codes are null for registrations that never had one. */
  by_payment: z.array(
    z.object({ type: z.int().nullable(), status_code: z.int().nullable(), registrations: z.int() }),
  ),
  /** Quantities to order, in the event's order. A null size means a kit without a size. */
  sizes: z.array(
    z.object({
      kit: z.string(),
      registrations: z.int(),
      sizes: z.array(z.object({ size: z.string().nullable(), registrations: z.int() })),
    }),
  ),
  /** The tiers of kits, in the event's order. Cancelled registrations do not count. */
  tiers: z.array(
    z.object({
      id: z.int(),
      kit: z.string(),
      name: z.string(),
      value: Money,
      sold: z.int(),
      limit: z.int().nullable(),
      ends_on: BrazilianDate.nullable(),
      is_current: z.boolean(),
      /** The predicted first day of the next price; null for other tiers and when nothing ends this one. */
      changes_on: BrazilianDate.nullable(),
    }),
  ),
  /** Most used first. */
  coupons: z.array(
    CouponFigures.extend({ code: z.string(), channel: z.string().nullable(), limit: z.int().nullable() }),
  ),
  /**
   * The figures of coupons by channel; a null channel stands for coupons without one. Empty when no coupon
   * has a channel.
   */
  channels: z.array(CouponFigures.extend({ channel: z.string().nullable(), coupons: z.int() })),
  /** Of the relay categories, in the event's order. A team without active members does not count. */
  teams: z.array(
    z.object({
      id: z.int(),
      category: z.string(),
      team_size: z.int(),
      complete: z.int(),
      incomplete: z.int(),
    }),
  ),
  /** Groups with members, most first; cancelled registrations do not count. */
  groups: z.array(z.object({ id: z.int(), name: z.string(), members: z.int(), confirmed: z.int() })),
})
export type EventDashboard = z.infer<typeof EventDashboard>

export const getEventDashboard = defineRoute({
  method: 'GET',
  path: '/organizer/events/:id/dashboard',
  ...VIEWERS,
  summary: 'Um evento em números: inscrições, valores, tamanhos e cupons',
  params: IdParams,
  data: EventDashboard,
})

export const MAX_GOAL = 1_000_000
const GOAL_RANGE = 'A meta precisa ser de 1 a 1.000.000 de inscrições pagas.'

export const saveGoal = defineRoute({
  method: 'PUT',
  path: '/organizer/events/:id/goal',
  access: { ...VIEWERS.access, permission: 'edit-event' },
  tag: 'Painéis',
  summary: 'Guarda ou desfaz a meta de inscrições pagas de um evento',
  params: IdParams,
  body: z.object({
    goal: z.int({ error: GOAL_RANGE }).min(1, GOAL_RANGE).max(MAX_GOAL, GOAL_RANGE).nullable(),
  }),
  data: z.object({ goal: z.int().nullable() }),
})

export const EventAudience = z.object({
  /** Youngest first. */
  ages: z.array(z.object({ band: z.string(), men: z.int(), women: z.int() })),
  /** Most registrations first. Both fields are null for an unknown city. */
  cities: z.array(
    z.object({ city: z.string().nullable(), state: z.string().nullable(), registrations: z.int() }),
  ),
})
export type EventAudience = z.infer<typeof EventAudience>

export const getEventAudience = defineRoute({
  method: 'GET',
  path: '/organizer/events/:id/audience',
  ...VIEWERS,
  summary: 'Quem corre um evento: sexo, idade e cidade das inscrições que não foram canceladas',
  params: IdParams,
  data: EventAudience,
})
