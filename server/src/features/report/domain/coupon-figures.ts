import { toDecimal } from '#contract/money.ts'
import type { EventDashboard } from '#contract/report/dashboard.ts'
import { sumOf } from './sum.ts'

interface CouponRow {
  id: number
  code: string
  channel: string | null
  uses: number
  limit: number | null
}

export interface CouponMoney {
  coupon_id: number
  discount: number
  received: number
  returned: number
}

type Figures = Pick<EventDashboard, 'coupons' | 'channels'>

/** `money` is null for callers who may not see it. */
export function couponFigures(coupons: readonly CouponRow[], money: readonly CouponMoney[] | null): Figures {
  const figuresOf = (some: readonly CouponRow[]) => {
    const ids = new Set(some.map(({ id }) => id))
    const own = money?.filter(({ coupon_id }) => ids.has(coupon_id)) ?? null
    const total = (value: (row: CouponMoney) => number) => own && toDecimal(sumOf(own, value))
    return {
      uses: sumOf(some, ({ uses }) => uses),
      discount: total(({ discount }) => discount),
      received: total(({ received }) => received),
      returned: total(({ returned }) => returned),
    }
  }
  const byChannel = Map.groupBy(coupons, ({ channel }) => channel)
  const hasChannel = coupons.some(({ channel }) => channel !== null)
  return {
    coupons: coupons.map((coupon) => {
      const { code, channel, limit } = coupon
      return { code, channel, limit, ...figuresOf([coupon]) }
    }),
    channels: hasChannel
      ? [...byChannel]
          .map(([channel, some]) => ({ channel, coupons: some.length, ...figuresOf(some) }))
          .sort((a, b) => b.uses - a.uses)
      : [],
  }
}
