import type { z } from 'zod'
import type { SecurityRow, searchSecurityLog } from '#contract/backoffice/security-log.ts'
import { isSecurityEvent, SECURITY_GROUPS } from '#contract/security-events.ts'
import type { Deps } from '#server/deps.ts'
import { daysOfHouse, personPatterns } from '../domain/search.ts'
import {
  type Entry,
  findActorIds,
  listChanges,
  listEvents,
  listNames,
  type Position,
  type SecurityFilter,
} from './queries.ts'

const PAGE_SIZE = 50

type Search = z.output<typeof searchSecurityLog.body>

/** A page of both logs together, the newest first; each goes on behind the last of its rows that was shown. */
export async function searchSecurity(
  { db }: Pick<Deps, 'db'>,
  { group, account, ip, cursor, ...days }: Search,
): Promise<{ rows: SecurityRow[]; nextCursor: string | null }> {
  const patterns = personPatterns(account)
  const kinds: readonly string[] | null = group ? SECURITY_GROUPS[group] : null
  const shared = {
    accountIds: patterns.length > 0 ? await findActorIds(db, patterns) : null,
    ip,
    ...daysOfHouse(days),
  }
  const narrowed = (isOurs: (kind: string) => boolean): SecurityFilter => ({
    ...shared,
    kinds: kinds?.filter(isOurs) ?? null,
  })
  const [eventsFrom, changesFrom] = readCursor(cursor)
  const [events, changes] = await Promise.all([
    listEvents(db, narrowed(isSecurityEvent), eventsFrom, PAGE_SIZE + 1),
    listChanges(
      db,
      narrowed((kind) => !isSecurityEvent(kind)),
      changesFrom,
      PAGE_SIZE + 1,
    ),
  ])
  const merged = [...events, ...changes].sort((a, b) => b.at.getTime() - a.at.getTime())
  const page = merged.slice(0, PAGE_SIZE)
  const names = await listNames(
    db,
    page.flatMap((row) => [row.user_id, row.actor_user_id]).filter((id) => id !== null),
  )
  const lastOf = (list: readonly Entry[], before: Position | null) =>
    page.findLast((row) => list.includes(row)) ?? before
  return {
    rows: page.map((row) => present(row, names)),
    nextCursor:
      merged.length > PAGE_SIZE
        ? `${write(lastOf(events, eventsFrom))}_${write(lastOf(changes, changesFrom))}`
        : null,
  }
}

function readCursor(cursor: string | undefined): [events: Position | null, changes: Position | null] {
  const [events, changes] = (cursor ?? '-_-').split('_').map((part) => {
    const [at, id] = part.split('.').map(Number)
    return at === undefined || id === undefined ? null : { at: new Date(at), id }
  })
  return [events ?? null, changes ?? null]
}

const write = (position: Position | null) => (position ? `${position.at.getTime()}.${position.id}` : '-')

function present(row: Entry, names: Awaited<ReturnType<typeof listNames>>): SecurityRow {
  const account = row.user_id === null ? undefined : names.get(row.user_id)
  const actor =
    row.actor_user_id === null || row.actor_user_id === row.user_id ? undefined : names.get(row.actor_user_id)
  return {
    id: `${row.entity === null ? 'event' : 'change'} ${row.id}`,
    at: row.at.toISOString(),
    kind: row.kind,
    account: account ?? null,
    actor: actor ?? null,
    ip: row.ip,
    times: row.times,
    detail: (row.detail ?? {}) as SecurityRow['detail'],
    record: row.entity === null || row.entity_id === null ? null : { entity: row.entity, id: row.entity_id },
  }
}
