import { z } from 'zod'
import { BrazilianDate, Instant, Money, MoneyInput } from '../fields.ts'
import { Destination } from './destination.ts'

// Payouts to organizers: docs/algorithms/payout.md.

export const PAYOUT_STATUSES = {
  requested: 'Pedido',
  approved: 'Aprovado',
  paid: 'Pago',
  refused: 'Recusado',
  cancelled: 'Cancelado',
} as const
export type PayoutStatus = keyof typeof PAYOUT_STATUSES
export const Status = z.enum(Object.keys(PAYOUT_STATUSES) as PayoutStatus[])

/** The figures add up: net = split + paid + paying + unsettled + asked + reserve + available − owing. */
export const Balance = z.object({
  net: Money,
  /** Sent to the organizer's wallet by the gateway, or about to be sent. */
  split: Money,
  paid: Money,
  /** Payouts that are requested or approved. */
  paying: Money,
  /** Paid money that the gateway has not credited yet. */
  unsettled: Money,
  /** Undecided refunds, and money on which runners must decide. */
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
  /** The maximum amount of a payout: available less owing, never negative. */
  payable: Money,
  destination: Destination.nullable(),
  /** Null without a destination. */
  destination_state: z
    .object({
      saved_at: Instant,
      /** Nothing is paid to it earlier; null when that time is over. */
      held_until: Instant.nullable(),
      /** Nothing is paid to it before somebody of the enterprise confirmed the holder. */
      awaits_holder: z.boolean(),
      /** The previous destination, in words and masked. */
      previous: z.string().nullable(),
    })
    .nullable(),
  /** The wallet to which the gateway sends a share of each new charge. */
  wallet: Wallet.nullable(),
  /** Waits for a second person of the enterprise; a null `wallet` ends the split. */
  wallet_change: z
    .object({
      id: z.int(),
      wallet: Wallet.nullable(),
      requested_at: Instant,
      requested_by: z.string(),
    })
    .nullable(),
  reserve: z.object({
    percentage: z.string(),
    days: z.int(),
    /** False: the enterprise's reserve applies. */
    own: z.boolean(),
  }),
  /** The events with a figure that is not zero, latest race first. */
  events: z.array(
    Balance.extend({
      id: z.int(),
      title: z.string(),
      date_event: BrazilianDate,
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
  /** Null for payouts requested before such times were recorded. */
  destination_saved_at: Instant.nullable(),
  /** The destination before this one, in words and masked. */
  previous_destination: z.string().nullable(),
  /** When the organizer saved another destination, if that was after the request. */
  destination_changed_at: Instant.nullable(),
  requested_at: Instant,
  /** `by_organizer`: from the organizer's own account. */
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
