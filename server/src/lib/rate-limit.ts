import type { Pool } from 'pg'
import { AppError } from './errors.ts'
import { gathered } from './gather.ts'
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

interface Counted {
  key: string
  points: number
  limit: Limit
}

/** Counters are in the database, shared by all processes. Subjects are hashed: no e-mail or IP address is stored. */
export function createRateLimiter(pool: Pool, enabled: boolean): RateLimiter {
  /** One statement for all attempts of a moment; of those with one key each sees the count up to itself. */
  const count = gathered(async (attempts: Counted[]) => {
    const { rows } = await pool.query<{ key: string; points: number; wait_ms: number }>(
      'select * from count_points($1, $2, $3)',
      [
        attempts.map(({ key }) => key),
        attempts.map(({ points }) => points),
        attempts.map(({ limit }) => limit.perSeconds),
      ],
    )
    const totals = new Map(rows.map(({ key, points, wait_ms }) => [key, { points, waitMs: wait_ms }]))
    return attempts
      .toReversed()
      .map(({ key, points }) => {
        const total = totals.get(key) ?? { points: 0, waitMs: 0 }
        totals.set(key, { ...total, points: total.points - points })
        return total
      })
      .reverse()
  })
  const keyOfLimit = (limit: Limit, subject: string) => `${limit.name}:${sha256Hex(networkOf(subject))}`
  return {
    async consume(limit, subject, points = 1) {
      if (!enabled) return
      const counted = await count({ key: keyOfLimit(limit, subject), points, limit })
      if (counted.points <= limit.points) return
      throw new AppError('rate_limited', {
        retryAfterSeconds: Math.ceil(counted.waitMs / 1000),
        securityEvent: { kind: 'limit.met', detail: { limit: limit.name } },
        ...(limit.message && { message: limit.message }),
      })
    },
    async giveBack(limit, subject) {
      if (enabled) await count({ key: keyOfLimit(limit, subject), points: -1, limit })
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
