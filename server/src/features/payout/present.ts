import { dayIn, toBrazilianDate } from '#contract/dates.ts'
import { toDecimal, toDecimals } from '#contract/money.ts'
import type { BankAccount } from '#contract/payout/bank-account.ts'
import { type Destination, destinationWords, masked } from '#contract/payout/destination.ts'
import {
  type OrganizerBalance,
  PAYOUT_STATUSES,
  type Payout,
  type PayoutStatus,
} from '#contract/payout/payout.ts'
import type { PixKeyType } from '#contract/payout/pix-key.ts'
import type { Table } from '#server/lib/table-file.ts'
import { addBalances, payableOf } from './domain/balance.ts'
import { holdOf } from './domain/destination.ts'
import type { PayoutRow } from './queries/payouts.ts'
import type { Account } from './read-balances.ts'

interface DestinationColumns {
  pix_key_type: string | null
  pix_key: string | null
  bank_account: BankAccount | null
}

/** The columns were validated when they were written. */
const presentDestination = ({ pix_key_type, pix_key, bank_account }: DestinationColumns): Destination => ({
  pix_key_type: pix_key_type as PixKeyType | null,
  pix_key,
  bank_account,
})

export const destinationOf = (columns: DestinationColumns): Destination | null =>
  columns.pix_key === null && columns.bank_account === null ? null : presentDestination(columns)

const maskedWords = (destination: Destination | null): string | null =>
  destination && destinationWords(masked(destination))

const presentWallet = ({ wallet_id, split_bp }: { wallet_id: string | null; split_bp: number | null }) =>
  wallet_id !== null && split_bp !== null ? { id: wallet_id, percentage: toDecimal(split_bp) } : null

const presentState = (organizer: Account['organizer'], now: Date): OrganizerBalance['destination_state'] =>
  organizer.destination_saved_at &&
  destinationOf(organizer) && {
    saved_at: organizer.destination_saved_at.toISOString(),
    held_until: holdOf(organizer.destination_saved_at, now)?.toISOString() ?? null,
    awaits_holder: organizer.holder_confirmed_at === null,
    previous: maskedWords(organizer.previous_destination),
  }

export function presentAccount({ organizer, reserve, events }: Account, now: Date): OrganizerBalance {
  const total = addBalances(events.map(({ balance }) => balance))
  const { wallet_change: change } = organizer
  return {
    organizer: { id: organizer.id, name: organizer.name },
    total: toDecimals(total),
    payable: toDecimal(payableOf(total)),
    destination: destinationOf(organizer),
    destination_state: presentState(organizer, now),
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
        ...toDecimals(balance),
        id,
        title,
        date_event: toBrazilianDate(event_on),
        reserve_until: toBrazilianDate(reserve_until),
      }))
      .reverse(),
  }
}

const changedAfter = ({ requested_at, current_saved_at }: PayoutRow): Date | null =>
  current_saved_at && current_saved_at > requested_at ? current_saved_at : null

export const presentPayout = (row: PayoutRow): Payout => ({
  id: row.id,
  organizer: { id: row.organizer_id, name: row.organizer },
  amount: toDecimal(row.amount_cents),
  status: row.status as PayoutStatus,
  destination: presentDestination(row),
  destination_saved_at: row.destination_saved_at?.toISOString() ?? null,
  previous_destination: maskedWords(row.previous_destination),
  destination_changed_at: changedAfter(row)?.toISOString() ?? null,
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

/** One row per event of each payout. */
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
