import type { SecurityEventKind } from '#contract/account/security-events.ts'
import type { Db } from './db.ts'

export interface SecurityEvent {
  at: Date
  kind: SecurityEventKind
  userId: number | null
  ip: string | null
  /** Number of equal events that this row represents. */
  times?: number
  /** Must not contain a password, code, token, CPF or e-mail address. */
  detail?: Readonly<Record<string, string | number | boolean>>
}

/** In the event's transaction. Successes only: refusals go to `refusal-log.ts`, changes to `audit`. */
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
