import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Db } from '../db.ts'
import { redactText } from '../redact.ts'
import type { Mailer } from './mailer.ts'

interface Parts {
  mailer: Mailer
  db: Db
  clock: Clock
  log: Logger
}

/** An error while recording is only logged: if it were thrown, the job would send the message again. */
export const recordedMailer = ({ mailer, db, clock, log }: Parts): Mailer => ({
  async send(message) {
    const note = (written: Promise<unknown>) =>
      written.catch((error) => log.warn({ err: error }, 'could not record the health of mail'))
    try {
      await mailer.send(message)
    } catch (error) {
      const reason = redactText(error instanceof Error ? error.message : String(error))
      await note(writeFailure(db, clock.now(), reason))
      throw error
    }
    await note(writeSuccess(db, clock.now()))
  },
})

/** Writes at most once in ten seconds. */
const writeSuccess = (db: Db, at: Date) =>
  sql`
    update service_health set succeeded_at = ${at}::timestamptz
    where service = 'mail' and (
      succeeded_at is null or succeeded_at < ${at}::timestamptz - interval '10 seconds' or failed_at >= succeeded_at
    )`.execute(db)

const writeFailure = (db: Db, at: Date, failure: string) =>
  db.updateTable('service_health').set({ failed_at: at, failure }).where('service', '=', 'mail').execute()
