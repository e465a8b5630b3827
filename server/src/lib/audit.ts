import type { Tx } from './db.ts'

interface AuditEntry {
  at: Date
  actorUserId: number | null
  /** `<entity>.<past participle>`: `event.updated`, `registration.cancelled`. */
  action: string
  entity: string
  entityId: number | null
  eventId?: number | null
  before?: unknown
  after?: unknown
  ip?: string | null
}

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))

/** Records who changed what, in the transaction of the change: both commit or neither. */
export async function audit(tx: Tx, entry: AuditEntry): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      at: entry.at,
      actor_user_id: entry.actorUserId,
      action: entry.action,
      entity: entry.entity,
      entity_id: entry.entityId,
      event_id: entry.eventId ?? null,
      before: json(entry.before),
      after: json(entry.after),
      ip: entry.ip ?? null,
    })
    .execute()
}

interface UserAuditEntry extends Pick<AuditEntry, 'at' | 'before' | 'after' | 'ip'> {
  userId: number
  /** Who made the change, when it was not the account's own user; null: the person who runs the installation. */
  by?: number | null
}

/** Records a change of an account. */
export const auditUser = (
  tx: Tx,
  action: `user.${string}`,
  { userId, by = userId, ...entry }: UserAuditEntry,
): Promise<void> => audit(tx, { ...entry, actorUserId: by, action, entity: 'user', entityId: userId })
