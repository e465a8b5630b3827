import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from './errors.ts'
import { networkOf } from './network.ts'
import { sha256Hex } from './tokens.ts'

export interface Limit {
  /** Of the counter: `login-account`. */
  name: string
  points: number
  perSeconds: number
  /** Replaces the general message. */
  message?: string
}

/** Exponential backoff after repeated failures, without a lockout: see the SQL function `begin_attempts`. */
export interface Pace {
  /** Of the counter: `password`. */
  name: string
  /** Number of failures without a pause; after that each pause is twice as long as the one before. */
  free: number
  longestSeconds: number
  /** One failure is forgotten in this time. */
  forgetSeconds: number
}

/** An attempt whose failures are counted for `subject`. */
export interface Attempt {
  pace: Pace
  subject: string
}

export interface RateLimiter {
  /** Counts `points` attempts (by default one) of `subject`; throws 429 with `Retry-After` above the limit. */
  consume(limit: Limit, subject: string, points?: number): Promise<void>
  /** Undoes one `consume` after a harmless outcome. Counted first, so that concurrent attempts cannot exceed the limit. */
  giveBack(limit: Limit, subject: string): Promise<void>
  /** Counts all attempts as failed, or throws 429 with `Retry-After` while any of them is in a pause. */
  begin(attempts: readonly Attempt[], at: Date): Promise<void>
  /** Undoes `begin` after a success and ends the pauses. */
  succeed(attempts: readonly Attempt[], at: Date): Promise<void>
}

/** Counters are in the database, shared by all processes. Subjects are hashed: no e-mail or IP address is stored. */
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
    async consume(limit, subject, points = 1) {
      if (!enabled) return
      try {
        await limiterOf(limit).consume(sha256Hex(networkOf(subject)), points)
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
      if (enabled) await limiterOf(limit).reward(sha256Hex(networkOf(subject)))
    },

    async begin(attempts, at) {
      if (!enabled) return
      const paces = attempts.map(({ pace }) => pace)
      const { rows } = await pool.query<{ wait: number }>(
        'select begin_attempts($1, $2, $3, $4, $5) as wait',
        [
          attempts.map(keyOf),
          paces.map(({ free }) => free),
          paces.map(({ forgetSeconds }) => forgetSeconds),
          paces.map(({ longestSeconds }) => longestSeconds),
          at,
        ],
      )
      const wait = rows[0]?.wait ?? 0
      if (wait === 0) return
      throw new AppError('rate_limited', {
        message: `Muitas tentativas. Tente de novo em ${waitWords(wait)}.`,
        retryAfterSeconds: wait,
        securityEvent: { kind: 'limit.met', detail: { limit: paces.map(({ name }) => name).join(', ') } },
      })
    },

    async succeed(attempts, at) {
      if (!enabled) return
      await pool.query(
        `update attempts set failures = greatest(0, failures - 1), free_at = $2
         where key in (select key from attempts where key = any ($1) order by key for update)`,
        [attempts.map(keyOf), at],
      )
    },
  }
}

const keyOf = ({ pace, subject }: Attempt): string => `${pace.name}:${sha256Hex(networkOf(subject))}`

function waitWords(seconds: number): string {
  if (seconds === 1) return '1 segundo'
  if (seconds < 60) return `${seconds} segundos`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minuto' : `${minutes} minutos`
}
