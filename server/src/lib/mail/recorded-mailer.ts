import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Db } from '../db.ts'
import { redactText } from '../redact.ts'
import { ConnectionsInUse, type Mailer } from './mailer.ts'

interface Parts {
  mailer: Mailer
  db: Db
  clock: Clock
  log: Logger
}

/** Each process records its successes at most once in this time, unless its last message failed. */
export const QUIET_MS = 10_000

/** An error while recording is only logged: if it were thrown, the job would send the message again. */
export function recordedMailer({ mailer, db, clock, log }: Parts): Mailer {
  let quietUntil = 0
  const note = (written: Promise<unknown>) =>
    written.catch((error) => {
      quietUntil = 0
      log.warn({ err: error }, 'could not record the health of mail')
    })
  return {
    async send(message) {
      try {
        await mailer.send(message)
      } catch (error) {
        if (error instanceof ConnectionsInUse) throw error
        quietUntil = 0
        const reason = redactText(error instanceof Error ? error.message : String(error))
        await note(writeFailure(db, clock.now(), reason))
        throw error
      }
      const now = clock.now()
      if (now.getTime() < quietUntil) return
      quietUntil = now.getTime() + QUIET_MS
      await note(writeSuccess(db, now))
    },
  }
}

const writeSuccess = (db: Db, at: Date) =>
  db.updateTable('service_health').set({ succeeded_at: at }).where('service', '=', 'mail').execute()

const writeFailure = (db: Db, at: Date, failure: string) =>
  db.updateTable('service_health').set({ failed_at: at, failure }).where('service', '=', 'mail').execute()
