import { limitedMeta } from '#contract/backoffice/lists.ts'
import { type AuditRow, searchAudit } from '#contract/backoffice/operations.ts'
import { searchSecurityLog } from '#contract/backoffice/security-log.ts'
import type { Deps } from '#server/deps.ts'
import type { Api } from '#server/lib/http.ts'
import { periodBounds, personPatterns } from '../domain/search.ts'
import { type AuditEntry, countAudit, findAccountIds, listAudit } from './queries.ts'
import { searchSecurity } from './search-security-log.ts'

export function logRoutes(api: Api, { db }: Deps): void {
  api.handle(searchAudit, async ({ body }) => {
    const patterns = personPatterns(body.actor)
    const filter = {
      ...body,
      actorIds: patterns.length > 0 ? await findAccountIds(db, patterns) : null,
      ...periodBounds(body),
    }
    return {
      data: (await listAudit(db, filter, body)).map(presentAudit),
      meta: limitedMeta(body.page, body.per_page, await countAudit(db, filter)),
    }
  })

  api.handle(searchSecurityLog, async ({ body }) => {
    const { rows, nextCursor } = await searchSecurity(db, body)
    return { data: rows, meta: { next_cursor: nextCursor } }
  })
}

const presentAudit = (row: AuditEntry): AuditRow => ({
  id: row.id,
  at: row.at.toISOString(),
  actor: row.actor_user_id === null ? null : { id: row.actor_user_id, name: row.actor ?? '' },
  action: row.action,
  entity: row.entity,
  entity_id: row.entity_id,
  event: row.event_id === null ? null : { id: row.event_id, title: row.event ?? '' },
  before: row.before,
  after: row.after,
  ip: row.ip,
})
