/** What a call of `take_spots` takes in milliseconds, by the calls so far: some for itself, and some for each of its orders. */
export interface CallTime {
  observe(orders: number, ms: number): void
  /** Of a call with so many orders. */
  of(orders: number): number
}

/** A call is forgotten by the orders after it, of which some thousand count: five full calls, or seconds of small ones. */
const KEPT_BY_AN_ORDER = 0.999
/** Known before any call, and worth little: some hundred calls with a few orders each, or one with many, outweigh it. */
const ASSUMED = {
  weight: 0.005,
  calls: [
    { orders: 1, ms: 3 },
    { orders: 200, ms: 200 },
  ],
}
/** However fast the calls seem to be: those with a few orders say little about many. */
const LEAST_MS_OF_AN_ORDER = 0.1

/**
 * The line through all calls by least squares. A moving average of calls with many orders would say nothing about a day on which few come at
 * a time because a waiting room lets few in.
 */
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
      const kept = KEPT_BY_AN_ORDER ** orders
      for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] *= kept
      // What is assumed is not forgotten, so that calls which all have one order leave it as it is.
      addAssumed(1 - kept)
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
