import type { OrderDecision, OrderOutcome, OrderRequest } from '../domain/order-request.ts'

/** An order in the registration queue. */
export interface Waiting {
  order: OrderRequest
  submittedAt: number
  /** Set by the first failed call: a failed call after this time rejects the order. */
  deadline?: number
  resolve(outcome: OrderOutcome): void
  reject(reason: unknown): void
}

export const orderOf = ({ order }: Waiting) => order

export function answer(batch: Waiting[], outcomes: OrderDecision[]): void {
  for (const [i, { resolve, reject }] of batch.entries()) {
    const outcome = outcomes[i]
    if (outcome?.kind === 'contested') continue
    if (outcome) resolve(outcome)
    else reject(new Error('take_spots left an order without an answer'))
  }
}

export function refuse(batch: Waiting[], reason: unknown): void {
  for (const { reject } of batch) reject(reason)
}

export function partition(batch: Waiting[], isFirst: (one: Waiting) => boolean): [Waiting[], Waiting[]] {
  return [batch.filter(isFirst), batch.filter((one) => !isFirst(one))]
}

/** Separates the events, so that a locked one does not delay the others. */
export function byEvent(batch: Waiting[]): Waiting[][] {
  return [...Map.groupBy(batch, ({ order }) => order.eventId).values()]
}

/** Halves a failing batch, to isolate the order that makes the call fail. */
export function inHalves(batch: Waiting[]): Waiting[][] {
  const middle = Math.ceil(batch.length / 2)
  return [batch.slice(0, middle), batch.slice(middle)].filter((half) => half.length > 0)
}
