import type { SecurityEventKind } from '#contract/security-events.ts'
import type { Db } from './db.ts'

export interface SecurityEvent {
  at: Date
  kind: SecurityEventKind
  /** The account concerned, if any. */
  userId: number | null
  ip: string | null
  /** Number of equal events that this row stands for. */
  times?: number
  /** Never a password, code, token, CPF or e-mail. */
  detail?: Readonly<Record<string, string | number | boolean>>
}

/**
 * Writes to the security log, in the transaction of the event if there is one. For successful events: refusals are recorded by
 * `refusal-log.ts`, which bounds them. What `audit` records is not repeated here: Admin's screen shows both.
 */
export async function recordSecurityEvent(db: Db, event: SecurityEvent): Promise<void> {
  await db
    .insertInto('security_events')
    .values({
      at: event.at,
      kind: event.kind,
      user_id: event.userId,
      ip: event.ip,
      times: event.times ?? 1,
      detail: JSON.stringify(event.detail ?? {}),
    })
    .execute()
}
