import { z } from 'zod'
import { BrazilianDate, Instant, Money, MoneyInput } from '../fields.ts'
import { Destination } from './destination.ts'

// Payouts to organizers: docs/algorithms/payout.md.

/** The states of a payout, with their labels. */
export const PAYOUT_STATUSES = {
  requested: 'Pedido',
  approved: 'Aprovado',
  paid: 'Pago',
  refused: 'Recusado',
  cancelled: 'Cancelado',
} as const
export type PayoutStatus = keyof typeof PAYOUT_STATUSES
const STATUSES = Object.keys(PAYOUT_STATUSES) as PayoutStatus[]
export const Status = z.enum(STATUSES)

/** They add up: net = split + paid + paying + unsettled + asked + reserve + available − owing. */
export const Balance = z.object({
  net: Money,
  /** Sent to the organizer's wallet by the gateway, or on its way there. */
  split: Money,
  paid: Money,
  /** Requested or approved. */
  paying: Money,
  /** Paid by card or boleto, not credited by the gateway yet. */
  unsettled: Money,
  /** Refunds that somebody asked for. */
  asked: Money,
  reserve: Money,
  available: Money,
  owing: Money,
})
export type Balance = z.infer<typeof Balance>

const Wallet = z.object({ id: z.string(), percentage: z.string() })

const Organizer = z.object({ id: z.int(), name: z.string() })

export const OrganizerBalance = z.object({
  organizer: Organizer,
  total: Balance,
  /** What a payout may have: available less owing, never negative. */
  payable: Money,
  destination: Destination.nullable(),
  /** Where the gateway sends a share of each new charge at once. */
  wallet: Wallet.nullable(),
  /** A change of it that waits for a second person of the company; `wallet` null: nothing is to be split any more. */
  wallet_change: z
    .object({
      id: z.int(),
      wallet: Wallet.nullable(),
      requested_at: Instant,
      /** By name. */
      requested_by: z.string(),
    })
    .nullable(),
  reserve: z.object({
    /** Percent. */
    percentage: z.string(),
    days: z.int(),
    /** Set for this organizer apart from the enterprise's. */
    own: z.boolean(),
  }),
  /** Latest race first; those with any figure. */
  events: z.array(
    Balance.extend({
      id: z.int(),
      title: z.string(),
      date_event: BrazilianDate,
      /** The last day of the reserve. */
      reserve_until: BrazilianDate,
    }),
  ),
})
export type OrganizerBalance = z.infer<typeof OrganizerBalance>

export const Payout = z.object({
  id: z.int(),
  organizer: Organizer,
  amount: Money,
  status: Status,
  destination: Destination,
  requested_at: Instant,
  /** By name; `by_organizer`: by the organizer's own account. */
  requested_by: z.string(),
  by_organizer: z.boolean(),
  approved_at: Instant.nullable(),
  approved_by: z.string().nullable(),
  closed_at: Instant.nullable(),
  closed_by: z.string().nullable(),
  note: z.string().nullable(),
  has_receipt: z.boolean(),
  items: z.array(z.object({ event_id: z.int(), title: z.string(), amount: Money })),
})
export type Payout = z.infer<typeof Payout>

export const Amount = MoneyInput.refine((cents) => cents > 0, { error: 'O valor precisa ser maior que zero' })
export const FormatQuery = z.object({ format: z.enum(['csv', 'xlsx']).default('csv') })
export const FILES = ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet']
export const RECEIPTS = ['application/pdf', 'image/jpeg']
export const Created = z.object({ id: z.int() })
