import type { SecurityEventKind } from '#contract/security-events.ts'
import type { Db } from './db.ts'

export interface SecurityEvent {
  at: Date
  kind: SecurityEventKind
  /** Whose account it is about; null when nobody's. */
  userId: number | null
  ip: string | null
  /** How many of the same this one stands for. */
  times?: number
  /** Words and numbers that help to understand it: never a password, code, token, CPF or e-mail. */
  detail?: Readonly<Record<string, string | number | boolean>>
}

/**
 * Writes into the security log, in the transaction of what it tells where there is one. For what succeeded: refusals are written
 * by the one exit of failures (`refusal-log.ts`), which an attacker cannot make write without bounds. A change that `audit`
 * records is not told here again: Admin's screen shows both.
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
