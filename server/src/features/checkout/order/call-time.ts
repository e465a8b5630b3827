/** Estimates the duration of a `take_spots` call: a fixed part, and a part per order. */
export interface CallTime {
  observe(orders: number, ms: number): void
  of(orders: number): number
}

/** Decay per order: a call loses its weight over about a thousand later orders. */
const DECAY_PER_ORDER = 0.999
/** A low weight: about a hundred calls with few orders, or one with many, outweigh these. */
const ASSUMED = {
  weight: 0.005,
  calls: [
    { orders: 1, ms: 3 },
    { orders: 200, ms: 200 },
  ],
}
/** Lower bound of the time per order, because calls with few orders do not predict calls with many. */
const LEAST_MS_OF_AN_ORDER = 0.1

/** Weighted least squares: a moving average of large calls lacks data while calls are small. */
export function createCallTime(): CallTime {
  const sums = { weight: 0, orders: 0, ms: 0, squares: 0, products: 0 }
  const add = (orders: number, ms: number, weight: number) => {
    sums.weight += weight
    sums.orders += weight * orders
    sums.ms += weight * ms
    sums.squares += weight * orders * orders
    sums.products += weight * orders * ms
  }
  const addAssumed = (share: number) => {
    for (const { orders, ms } of ASSUMED.calls) add(orders, ms, share * ASSUMED.weight)
  }
  addAssumed(1)
  return {
    observe(orders, ms) {
      const decay = DECAY_PER_ORDER ** orders
      for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] *= decay
      // The initial values do not decay, so that calls with one order each do not change the slope.
      addAssumed(1 - decay)
      add(orders, ms, 1)
    },
    of(orders) {
      const spread = sums.squares - (sums.orders * sums.orders) / sums.weight
      const slope = (sums.products - (sums.orders * sums.ms) / sums.weight) / spread
      const msOfAnOrder = Math.max(LEAST_MS_OF_AN_ORDER, slope)
      const fixedMs = Math.max(0, (sums.ms - msOfAnOrder * sums.orders) / sums.weight)
      return fixedMs + msOfAnOrder * orders
    },
  }
}
