import { limitedMeta } from '#contract/backoffice/lists.ts'
import { type AuditRow, searchAudit } from '#contract/backoffice/operations.ts'
import { searchSecurityLog } from '#contract/backoffice/security-log.ts'
import type { Deps } from '#server/deps.ts'
import type { Api } from '#server/lib/http.ts'
import { daysOfHouse, personPatterns } from '../domain/search.ts'
import { type AuditEntry, countAudit, findActorIds, listAudit } from './queries.ts'
import { searchSecurity } from './search-security-log.ts'

export function auditRoutes(api: Api, { db }: Deps): void {
  api.handle(searchAudit, async ({ body }) => {
    const patterns = personPatterns(body.actor)
    const filter = {
      ...body,
      actorIds: patterns.length > 0 ? await findActorIds(db, patterns) : null,
      ...daysOfHouse(body),
    }
    return {
      data: (await listAudit(db, filter, body)).map(presentAudit),
      meta: limitedMeta(body.page, body.per_page, await countAudit(db, filter)),
    }
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

export function securityLogRoutes(api: Api, deps: Deps): void {
  api.handle(searchSecurityLog, async ({ body }) => {
    const { rows, nextCursor } = await searchSecurity(deps, body)
    return { data: rows, meta: { next_cursor: nextCursor } }
  })
}
