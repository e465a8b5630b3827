import type { Cents } from '#contract/money.ts'
import { REGISTRATION_STATUS } from '#contract/payment-status.ts'
import type { EventDashboard } from '#contract/report/dashboard.ts'
import { sumBy, sumOf } from './fold.ts'

/** Registrations alike in all that a dashboard tells apart. */
interface Alike {
  status: number
  payment_type: number | null
  payment_status: number | null
  kit_id: number
  shirt_size_id: number | null
  coupon_id: number | null
  registrations: number
  paid_cents: Cents
}

interface CategoryFacts {
  category_id: number
  status: number
  registered: number
  paid_cents: Cents
}

/** As a decimal, or null for whoever may not see money. */
type Amount = (cents: Cents) => string | null

const { pending, confirmed, cancelled } = REGISTRATION_STATUS
const stands = ({ status }: { status: number }) => status !== cancelled

export const byCategory = (
  categories: readonly { id: number; name: string; modality: string }[],
  facts: readonly CategoryFacts[],
  amount: Amount,
): EventDashboard['by_category'] =>
  categories.map((category) => {
    const own = facts.filter(({ category_id }) => category_id === category.id)
    const of = (wanted: number) =>
      sumOf(own, ({ status, registered }) => (status === wanted ? registered : 0))
    return {
      ...category,
      confirmed: of(confirmed),
      pending: of(pending),
      cancelled: of(cancelled),
      balance: amount(sumOf(own, ({ paid_cents }) => paid_cents)),
    }
  })

/** By method and status of the payment, the free ones last. */
export function byPayment(choices: readonly Alike[]): EventDashboard['by_payment'] {
  const groups = Map.groupBy(
    choices,
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

interface SizeRow {
  kit_id: number
  kit: string
  size_id: number | null
  size: string | null
}

/** Kits and sizes that nobody chose are there too: nothing has to be ordered of them. */
export function sizesToOrder(rows: readonly SizeRow[], choices: readonly Alike[]): EventDashboard['sizes'] {
  const standing = choices.filter(stands)
  const counts = sumBy(
    standing,
    ({ kit_id, shirt_size_id }) => `${kit_id} ${shirt_size_id}`,
    ({ registrations }) => registrations,
  )
  return [...Map.groupBy(rows, ({ kit_id }) => kit_id)].map(([kitId, own]) => {
    const sizes = own.map(({ size_id, size }) => ({
      size,
      registrations: counts.get(`${kitId} ${size_id}`) ?? 0,
    }))
    const without = own.some(({ size_id }) => size_id === null) ? 0 : (counts.get(`${kitId} null`) ?? 0)
    const all = without > 0 ? [...sizes, { size: null, registrations: without }] : sizes
    return {
      kit: own[0]?.kit ?? '',
      registrations: sumOf(all, ({ registrations }) => registrations),
      sizes: all,
    }
  })
}

/** The most used first. */
export const couponUses = (
  coupons: readonly { id: number; code: string }[],
  choices: readonly Alike[],
  amount: Amount,
): EventDashboard['coupons'] =>
  coupons
    .map(({ id, code }) => {
      const own = choices.filter(({ coupon_id }) => coupon_id === id)
      const standing = own.filter(stands)
      return {
        code,
        uses: sumOf(standing, ({ registrations }) => registrations),
        confirmed: sumOf(standing, ({ status, registrations }) => (status === confirmed ? registrations : 0)),
        balance: amount(sumOf(own, ({ paid_cents }) => paid_cents)),
      }
    })
    .sort((a, b) => b.uses - a.uses)
