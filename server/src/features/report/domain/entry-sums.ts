import type { IsoDate } from '#contract/dates.ts'
import type { Cents } from '#contract/money.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import type { EventDashboard } from '#contract/report/dashboard.ts'
import type { DueRow } from './finances.ts'
import { sumOf } from './sum.ts'

export interface EntrySum {
  created_on: IsoDate
  /** The day on which its last payment arrived. */
  paid_on: IsoDate | null
  payment_type: number | null
  payment_status: number | null
  registrations: number
  /** The registrations with money that was not refunded. */
  paid: number
  fees: Cents
  owed_back: Cents
}

export const madeByDay = (entries: readonly EntrySum[]): { day: IsoDate; registrations: number }[] =>
  entries.map(({ created_on, registrations }) => ({ day: created_on, registrations }))

/** Dues by the day on which the last payment arrived; for a free registration, the day it was created. */
export const duesOf = (eventId: number, entries: readonly EntrySum[]): DueRow[] =>
  entries.map(({ created_on, paid_on, fees, owed_back }) => ({
    event_id: eventId,
    day: paid_on ?? created_on,
    fees,
    owed_back,
  }))

/** Free registrations last. */
export function byPayment(entries: readonly EntrySum[]): EventDashboard['by_payment'] {
  const groups = Map.groupBy(
    entries,
    ({ payment_type, payment_status }) => `${payment_type} ${payment_status}`,
  )
  return [...groups.values()]
    .map((rows) => ({
      type: rows[0]?.payment_type ?? null,
      status_code: rows[0]?.payment_status ?? null,
      registrations: sumOf(rows, ({ registrations }) => registrations),
    }))
    .sort((a, b) => order(a.type) - order(b.type) || order(a.status_code) - order(b.status_code))
}

const order = (code: number | null): number => code ?? Number.MAX_SAFE_INTEGER

export interface CategorySum {
  category_id: number
  status: number
  registered: number
  free: number
  paid: number
  balance_cents: Cents
}

const { pending, confirmed, cancelled } = REGISTRATION_STATUS

/** `amount` returns null for callers without access to finances. */
export const byCategory = (
  categories: readonly { id: number; name: string; modality: string }[],
  sums: readonly CategorySum[],
  amount: (cents: Cents) => string | null,
): EventDashboard['by_category'] =>
  categories.map((category) => {
    const own = sums.filter(({ category_id }) => category_id === category.id)
    const of = (wanted: number) =>
      sumOf(own, ({ status, registered }) => (status === wanted ? registered : 0))
    return {
      ...category,
      confirmed: of(confirmed),
      pending: of(pending),
      cancelled: of(cancelled),
      balance: amount(sumOf(own, ({ balance_cents }) => balance_cents)),
    }
  })
