import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from './errors.ts'
import { networkOf } from './network.ts'
import { sha256Hex } from './tokens.ts'

export interface Limit {
  /** Names the counter, as `login-account`. */
  name: string
  points: number
  perSeconds: number
  /** Said in place of the general sentence. */
  message?: string
}

/** How those are slowed down who fail again and again; nobody is shut out (`begin_attempts` in the database). */
export interface Pace {
  /** Names the counter, as `password`. */
  name: string
  /** So many failures are followed by no pause; after that each pause is twice as long as the one before. */
  free: number
  /** The longest pause. */
  longestSeconds: number
  /** After so long one failure is forgotten. */
  forgetSeconds: number
}

/** Something that may fail, and whose failures count as those of `subject`. */
export interface Attempt {
  pace: Pace
  subject: string
}

export interface RateLimiter {
  /** Counts one attempt of `subject`, or `points` of them; throws 429 with `Retry-After` past the limit. */
  consume(limit: Limit, subject: string, points?: number): Promise<void>
  /** Takes one attempt back that came to nothing bad. Counted first and taken back: many at once pass no further than one by one. */
  giveBack(limit: Limit, subject: string): Promise<void>
  /** Counts all of these as failed, or throws 429 with `Retry-After` while one of them has to pause. */
  begin(attempts: readonly Attempt[], at: Date): Promise<void>
  /** They did not fail after all: they are not counted, and nobody waits for them. */
  succeed(attempts: readonly Attempt[], at: Date): Promise<void>
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
