import type { HistoryEntry } from '#contract/organizer-event.ts'

interface AuditRow {
  id: number
  at: Date
  actor: string | null
  action: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** What is stored keeps no order; this one keeps the fields of a thing together. */
const alphabet = new Intl.Collator('pt-BR', { numeric: true })

const text = (value: unknown) => (value === undefined || value === null ? null : String(value))

/** An entry of an event's audit, field by field: both sides are written in words when the change is made. */
export function presentHistory({ id, at, actor, action, before, after }: AuditRow): HistoryEntry {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  const changes = [...fields].sort(alphabet.compare).map((field) => ({
    field,
    before: text(before?.[field]),
    after: text(after?.[field]),
  }))
  return { id, at: at.toISOString(), actor, action, changes }
}
