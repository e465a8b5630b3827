import type { z } from 'zod'
import { isSecurityEvent, SECURITY_GROUPS } from '#contract/account/security-events.ts'
import type { SecurityRow, searchSecurityLog } from '#contract/backoffice/security-log.ts'
import type { Db } from '#server/lib/db.ts'
import { personPatterns } from '#server/lib/text-search.ts'
import { periodBounds } from '../../domain/period-bounds.ts'
import {
  findAccountIds,
  listChanges,
  listEvents,
  listNames,
  type Position,
  type SecurityEntry,
  type SecurityFilter,
} from './queries.ts'

const PAGE_SIZE = 50

type Search = z.output<typeof searchSecurityLog.body>

/** The security log and the access changes of the audit log, newest first. The cursor has a position in each log. */
export async function searchSecurity(
  db: Db,
  { group, account, ip, cursor, ...days }: Search,
): Promise<{ rows: SecurityRow[]; nextCursor: string | null }> {
  const patterns = personPatterns(account)
  const accountIds = patterns.length > 0 ? await findAccountIds(db, patterns) : null
  const kinds: readonly string[] | null = group ? SECURITY_GROUPS[group] : null
  const filterOf = (isWanted: (kind: string) => boolean): SecurityFilter => ({
    accountIds,
    ip,
    ...periodBounds(days),
    kinds: kinds?.filter(isWanted) ?? null,
  })
  const isAction = (kind: string) => !isSecurityEvent(kind)
  const [afterEvent, afterChange] = readCursor(cursor)
  // One row more than a page shows whether another page follows.
  const [events, changes] = await Promise.all([
    listEvents(db, filterOf(isSecurityEvent), afterEvent, PAGE_SIZE + 1),
    listChanges(db, filterOf(isAction), afterChange, PAGE_SIZE + 1),
  ])
  const merged = [...events, ...changes].sort((a, b) => b.at.getTime() - a.at.getTime())
  const page = merged.slice(0, PAGE_SIZE)
  const ids = page.flatMap((row) => [row.user_id, row.actor_user_id]).filter((id) => id !== null)
  const names = await listNames(db, ids)
  const lastOf = (list: readonly SecurityEntry[], before: Position | null) =>
    page.findLast((row) => list.includes(row)) ?? before
  const cursors = [lastOf(events, afterEvent), lastOf(changes, afterChange)]
  return {
    rows: page.map((row) => present(row, names)),
    nextCursor: merged.length > PAGE_SIZE ? cursors.map(writePosition).join('_') : null,
  }
}

function readCursor(cursor: string | undefined): [event: Position | null, change: Position | null] {
  const [event, change] = (cursor ?? '-_-').split('_').map((part) => {
    const [at, id] = part.split('.').map(Number)
    return at === undefined || id === undefined ? null : { at: new Date(at), id }
  })
  return [event ?? null, change ?? null]
}

const writePosition = (position: Position | null) =>
  position ? `${position.at.getTime()}.${position.id}` : '-'

function present(row: SecurityEntry, names: Awaited<ReturnType<typeof listNames>>): SecurityRow {
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
