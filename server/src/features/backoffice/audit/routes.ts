import { limitedMeta } from '#contract/backoffice/lists.ts'
import { type AuditRow, searchAudit } from '#contract/backoffice/operations.ts'
import type { Deps } from '#server/deps.ts'
import type { Api } from '#server/lib/http.ts'
import { daysOfHouse } from '../domain/days-of-house.ts'
import { personPatterns } from '../domain/person-words.ts'
import { type AuditEntry, countAudit, findActorIds, listAudit } from './queries.ts'

export function auditRoutes(api: Api, { db }: Deps): void {
  api.handle(searchAudit, async ({ body }) => {
    const patterns = personPatterns(body.actor)
    const filter = {
      ...body,
      actorIds: patterns.length > 0 ? await findActorIds(db, patterns) : null,
      ...daysOfHouse(body),
    }
    return {
      data: (await listAudit(db, filter, body)).map(present),
      meta: limitedMeta(body.page, body.per_page, await countAudit(db, filter)),
    }
  })
}

const present = (row: AuditEntry): AuditRow => ({
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
