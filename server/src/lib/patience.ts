import { type Db, lastAnswerMs, ping } from './db.ts'
import { AppError } from './errors.ts'

/**
 * After this time, and again after each further `PING_MS`, a waiting request checks whether the database
 * answers.
 */
const PATIENCE_MS = 3_000
const PING_MS = 1_000

/** Waits for the work of a request, but not for a database that hangs. */
export type Patience = <T>(work: Promise<T>, isAnswered: () => boolean) => Promise<T>

/**
 * Answers a request with 503 within five seconds when the database hangs, because a client that waits cannot
 * try elsewhere; a connection counts as lost only after 35 s. The work continues and may still succeed, as when
 * an answer is lost. While the database answers other statements, the request waits for slow work.
 */
export function createPatience(db: Db): Patience {
  let pinging: Promise<boolean> | null = null
  // One at a time: a ping that hangs occupies a connection.
  function isAlive(): Promise<boolean> {
    pinging ??= ping(db)
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        pinging = null
      })
    const late = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => late.resolve(false), PING_MS)
    return Promise.race([pinging, late.promise]).finally(() => clearTimeout(timer))
  }

  return async (work, isAnswered) => {
    const hangs = Promise.withResolvers<never>()
    let timer = setTimeout(check, PATIENCE_MS)
    let isOver = false
    async function check(): Promise<void> {
      const alive = lastAnswerMs(db) < PATIENCE_MS || (await isAlive())
      if (isOver || isAnswered()) return
      if (alive) timer = setTimeout(check, PING_MS)
      else hangs.reject(new AppError('busy', { retryAfterSeconds: 3 + Math.floor(Math.random() * 5) }))
    }
    try {
      return await Promise.race([work, hangs.promise])
    } finally {
      isOver = true
      clearTimeout(timer)
      work.catch(() => undefined)
    }
  }
}
