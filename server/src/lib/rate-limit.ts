import type { Pool } from 'pg'
import { batched } from './batch-loader.ts'
import { AppError } from './errors.ts'
import { networkOf } from './network.ts'
import { sha256Hex } from './tokens.ts'

export interface Limit {
  name: string
  points: number
  perSeconds: number
  message?: string
}

/** Exponential backoff without a permanent lockout, in the SQL function `begin_attempts`. */
export interface Backoff {
  name: string
  /** Failures without a delay; each further one doubles the delay. */
  free: number
  longestSeconds: number
  /** Seconds after which one failure is forgotten. */
  forgetSeconds: number
}

export interface Attempt {
  backoff: Backoff
  subject: string
}

export interface RateLimiter {
  /** Throws 429 with `Retry-After` above the limit. */
  consume(limit: Limit, subject: string, points?: number): Promise<void>
  /** Undoes one `consume`. Attempts are counted first, so that concurrent ones cannot exceed the limit. */
  refund(limit: Limit, subject: string): Promise<void>
  /** Counts all attempts as failures, or throws 429 with `Retry-After` while any of them is delayed. */
  recordAttempts(attempts: readonly Attempt[], at: Date): Promise<void>
  /** Undoes `recordAttempts` after a success and ends the delays. */
  clearAttempts(attempts: readonly Attempt[], at: Date): Promise<void>
}

interface Counted {
  key: string
  points: number
  limit: Limit
}

/** Counters are shared in the database. Subjects are hashed: no e-mail or IP address is stored. */
export function createRateLimiter(pool: Pool, enabled: boolean): RateLimiter {
  /** Equal keys each get the count including themselves, as if they ran one after the other. */
  const count = batched(async (attempts: Counted[]) => {
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
    async refund(limit, subject) {
      if (enabled) await count({ key: keyOfLimit(limit, subject), points: -1, limit })
    },

    async recordAttempts(attempts, at) {
      if (!enabled) return
      const backoffs = attempts.map(({ backoff }) => backoff)
      const { rows } = await pool.query<{ wait: number }>(
        'select begin_attempts($1, $2, $3, $4, $5) as wait',
        [
          attempts.map(keyOf),
          backoffs.map(({ free }) => free),
          backoffs.map(({ forgetSeconds }) => forgetSeconds),
          backoffs.map(({ longestSeconds }) => longestSeconds),
          at,
        ],
      )
      const wait = rows[0]?.wait ?? 0
      if (wait === 0) return
      throw new AppError('rate_limited', {
        message: `Muitas tentativas. Tente de novo em ${waitWords(wait)}.`,
        retryAfterSeconds: wait,
        securityEvent: { kind: 'limit.met', detail: { limit: backoffs.map(({ name }) => name).join(', ') } },
      })
    },

    async clearAttempts(attempts, at) {
      if (!enabled) return
      await pool.query(
        `update attempts set failures = greatest(0, failures - 1), free_at = $2
         where key in (select key from attempts where key = any ($1) order by key for update)`,
        [attempts.map(keyOf), at],
      )
    },
  }
}

const keyOf = ({ backoff, subject }: Attempt): string => `${backoff.name}:${sha256Hex(networkOf(subject))}`

function waitWords(seconds: number): string {
  if (seconds === 1) return '1 segundo'
  if (seconds < 60) return `${seconds} segundos`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minuto' : `${minutes} minutos`
}
