import type { Tx } from './db.ts'

interface AuditEntry {
  at: Date
  actorUserId: number | null
  /** `<entity>.<past participle>`: `event.updated`, `registration.cancelled`. */
  action: string
  /** By default the first part of the action. */
  entity?: string
  entityId: number | null
  /** By default `entityId` when the entity is an event. */
  eventId?: number | null
  before?: unknown
  after?: unknown
  ip?: string | null
}

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))

/** Records who changed what, in the transaction of the change. */
export const audit = (tx: Tx, entry: AuditEntry): Promise<void> => auditAll(tx, [entry])

/** At least one. */
export async function auditAll(tx: Tx, entries: readonly AuditEntry[]): Promise<void> {
  await tx.insertInto('audit_log').values(entries.map(toRow)).execute()
}

function toRow({ action, entity = action.slice(0, action.indexOf('.')), entityId, ...entry }: AuditEntry) {
  return {
    at: entry.at,
    actor_user_id: entry.actorUserId,
    action,
    entity,
    entity_id: entityId,
    event_id: entry.eventId ?? (entity === 'event' ? entityId : null),
    before: json(entry.before),
    after: json(entry.after),
    ip: entry.ip ?? null,
  }
}

interface UserAuditEntry extends Pick<AuditEntry, 'at' | 'before' | 'after' | 'ip'> {
  userId: number
  /** The account that made the change, if not the user's own; null: the operator, on the command line. */
  by?: number | null
}

export const auditUser = (
  tx: Tx,
  action: `user.${string}`,
  { userId, by = userId, ...entry }: UserAuditEntry,
): Promise<void> => audit(tx, { ...entry, actorUserId: by, action, entityId: userId })
