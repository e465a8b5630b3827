import { AsyncLocalStorage } from 'node:async_hooks'
import { batched } from '#server/lib/batch-loader.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Db } from '#server/lib/db.ts'
import { CallsUsedUp } from './gateway.ts'
import { countCalls, pauseCalls, recordRejectedKey } from './queries.ts'

/**
 * Each kind of work stops calling a gateway when this share of its call limit is used up:
 * docs/algorithms/gateway-calls.md.
 */
const SHARES = { sweep: 0.5, message: 0.6, refund: 0.7, charge: 0.9, payment: 1 } as const
type CallShare = keyof typeof SHARES

const shares = new AsyncLocalStorage<CallShare>()

/** Runs `work`, whose calls to gateways belong to this share. */
export const withCallShare = <T>(share: CallShare, work: () => T): T => shares.run(share, work)

/** The calls that all processes together may make to a gateway. */
export interface CallQuota {
  /** Counts a call. Throws `CallsUsedUp` when the caller's share of the limit is used up. */
  count(): Promise<void>
  /** Stops the calls of all processes for this time, in milliseconds. */
  pause(ms: number): Promise<void>
  /** Records that the gateway rejected the API key. */
  rejectKey(): Promise<void>
}

/** `limit` is the number of calls in twelve hours. */
export function callQuota(deps: { db: Db; clock: Clock }, provider: string, limit: number): CallQuota {
  /** Whether each call of these shares may be made. */
  const count = batched(async (calls: CallShare[]) => {
    const left = new Map<CallShare, number>()
    for (const share of new Set(calls)) {
      const most = Math.floor(limit * SHARES[share])
      const ofShare = calls.filter((call) => call === share).length
      left.set(share, await countCalls(deps.db, { provider, at: deps.clock.now(), most, calls: ofShare }))
    }
    return calls.map((share) => {
      const counted = left.get(share) ?? 0
      left.set(share, counted - 1)
      return counted > 0
    })
  })
  return {
    async count() {
      const share = shares.getStore() ?? 'payment'
      if (!(await count(share)))
        throw new CallsUsedUp(`the call limit of ${provider} is used up for ${share}`)
    },
    pause: (ms) => {
      const at = deps.clock.now()
      return pauseCalls(deps.db, { provider, at, until: new Date(at.getTime() + ms) })
    },
    rejectKey: () => recordRejectedKey(deps.db, { provider, at: deps.clock.now() }),
  }
}
