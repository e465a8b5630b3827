import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from './errors.ts'
import { sha256Hex } from './tokens.ts'

export interface Limit {
  /** Names the counter, as `login-account`. */
  name: string
  points: number
  perSeconds: number
  /** Said in place of the general sentence. */
  message?: string
}

export interface RateLimiter {
  /** Counts one attempt of `subject`; throws 429 with `Retry-After` past the limit. */
  consume(limit: Limit, subject: string): Promise<void>
  /** Takes one attempt back that came to nothing bad. Counted first and taken back: many at once pass no further than one by one. */
  giveBack(limit: Limit, subject: string): Promise<void>
}

/** Counters live in the database, so several processes count together. Subjects are hashed: no e-mail or address is kept. */
export function createRateLimiter(pool: Pool, enabled: boolean): RateLimiter {
  const limiters = new Map<string, RateLimiterPostgres>()
  const limiterOf = (limit: Limit) => {
    const existing = limiters.get(limit.name)
    if (existing) return existing
    const created = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: limit.name,
      points: limit.points,
      duration: limit.perSeconds,
    })
    limiters.set(limit.name, created)
    return created
  }
  return {
    async consume(limit, subject) {
      if (!enabled) return
      try {
        await limiterOf(limit).consume(sha256Hex(subject))
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        throw new AppError('rate_limited', {
          retryAfterSeconds: Math.ceil(refusal.msBeforeNext / 1000),
          securityEvent: { kind: 'limit.met', detail: { limit: limit.name } },
          ...(limit.message && { message: limit.message }),
        })
      }
    },
    async giveBack(limit, subject) {
      if (enabled) await limiterOf(limit).reward(sha256Hex(subject))
    },
  }
}
