import { dayIn, toBrazilianDate } from '#contract/dates.ts'
import { toDecimal } from '#contract/money.ts'
import type { BankAccount } from '#contract/payout/bank-account.ts'
import type { Destination } from '#contract/payout/destination.ts'
import {
  type Balance,
  type OrganizerBalance,
  PAYOUT_STATUSES,
  type Payout,
  type PayoutStatus,
} from '#contract/payout/payout.ts'
import type { PixKeyType } from '#contract/payout/pix-key.ts'
import type { Table } from '#server/lib/table-file.ts'
import { addBalances, type EventBalance, payableOf } from './domain/balance.ts'
import type { PayoutRow } from './queries/payouts.ts'
import type { Account } from './read-balances.ts'

const presentBalance = (balance: EventBalance): Balance => ({
  net: toDecimal(balance.net),
  split: toDecimal(balance.split),
  paid: toDecimal(balance.paid),
  paying: toDecimal(balance.paying),
  unsettled: toDecimal(balance.unsettled),
  asked: toDecimal(balance.asked),
  reserve: toDecimal(balance.reserve),
  available: toDecimal(balance.available),
  owing: toDecimal(balance.owing),
})

interface DestinationColumns {
  pix_key_type: string | null
  pix_key: string | null
  bank_account: BankAccount | null
}

/** The columns hold what was validated when they were written. */
const presentDestination = ({ pix_key_type, pix_key, bank_account }: DestinationColumns): Destination => ({
  pix_key_type: pix_key_type as PixKeyType | null,
  pix_key,
  bank_account,
})

/** Null when there is none yet. */
export const destinationOf = (columns: DestinationColumns): Destination | null =>
  columns.pix_key === null && columns.bank_account === null ? null : presentDestination(columns)

const presentWallet = ({ wallet_id, split_bp }: { wallet_id: string | null; split_bp: number | null }) =>
  wallet_id !== null && split_bp !== null ? { id: wallet_id, percentage: toDecimal(split_bp) } : null

export function presentAccount({ organizer, reserve, events }: Account): OrganizerBalance {
  const total = addBalances(events.map(({ balance }) => balance))
  const { wallet_change: change } = organizer
  return {
    organizer: { id: organizer.id, name: organizer.name },
    total: presentBalance(total),
    payable: toDecimal(payableOf(total)),
    destination: destinationOf(organizer),
    wallet: presentWallet(organizer),
    wallet_change: change && {
      id: change.id,
      wallet: presentWallet(change),
      requested_at: new Date(change.requested_at).toISOString(),
      requested_by: change.requester,
    },
    reserve: { percentage: toDecimal(reserve.rate), days: reserve.days, own: reserve.own },
    events: events
      .filter(({ balance }) => Object.values(balance).some((amount) => amount !== 0))
      .map(({ balance, id, title, event_on, reserve_until }) => ({
        ...presentBalance(balance),
        id,
        title,
        date_event: toBrazilianDate(event_on),
        reserve_until: toBrazilianDate(reserve_until),
      }))
      .reverse(),
  }
}

export const presentPayout = (row: PayoutRow): Payout => ({
  id: row.id,
  organizer: { id: row.organizer_id, name: row.organizer },
  amount: toDecimal(row.amount_cents),
  status: row.status as PayoutStatus,
  destination: presentDestination(row),
  requested_at: row.requested_at.toISOString(),
  requested_by: row.requester,
  by_organizer: row.requested_by_user_id === row.owner_user_id,
  approved_at: row.approved_at?.toISOString() ?? null,
  approved_by: row.approver,
  closed_at: row.closed_at?.toISOString() ?? null,
  closed_by: row.closer,
  note: row.note,
  has_receipt: row.receipt_path !== null,
  items: row.items.map(({ event_id, title, amount_cents }) => ({
    event_id,
    title,
    amount: toDecimal(amount_cents),
  })),
})

const day = (instant: Date | null) => instant && dayIn('America/Sao_Paulo', instant)

/** One row for each event of each payout. */
export const payoutTable = (payouts: readonly PayoutRow[]): Table => ({
  name: 'Repasses',
  columns: [
    { heading: 'Repasse', kind: 'integer' },
    { heading: 'Organizador', kind: 'text' },
    { heading: 'Situação', kind: 'text' },
    { heading: 'Pedido em', kind: 'day' },
    { heading: 'Aprovado em', kind: 'day' },
    { heading: 'Encerrado em', kind: 'day' },
    { heading: 'Valor do repasse', kind: 'money' },
    { heading: 'Evento', kind: 'text' },
    { heading: 'Código do evento', kind: 'integer' },
    { heading: 'Valor do evento', kind: 'money' },
    { heading: 'Motivo', kind: 'text' },
  ],
  rows: payouts.flatMap((row) =>
    row.items.map((item) => [
      row.id,
      row.organizer,
      PAYOUT_STATUSES[row.status as PayoutStatus],
      day(row.requested_at),
      day(row.approved_at),
      day(row.closed_at),
      row.amount_cents,
      item.title,
      item.event_id,
      item.amount_cents,
      row.note,
    ]),
  ),
})
