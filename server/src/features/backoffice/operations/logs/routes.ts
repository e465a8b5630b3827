import type { z } from 'zod'
import { limitedMeta } from '#contract/backoffice/lists.ts'
import { type AuditRow, exportAudit, MOST_EXPORTED, searchAudit } from '#contract/backoffice/operations.ts'
import { searchSecurityLog } from '#contract/backoffice/security-log.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import { transaction } from '#server/lib/db.ts'
import type { Api } from '#server/lib/http.ts'
import { personPatterns } from '#server/lib/text-search.ts'
import { periodBounds } from '../../domain/period-bounds.ts'
import { limitedPage } from '../../queries.ts'
import { type AuditEntry, countAudit, findAccountIds, listAudit } from './queries.ts'
import { searchSecurity } from './search-security-log.ts'

export function logRoutes(api: Api, { db, clock }: Deps): void {
  const filterOf = async (asked: z.output<typeof exportAudit.body>) => {
    const patterns = personPatterns(asked.actor)
    return {
      ...asked,
      actorIds: patterns.length > 0 ? await findAccountIds(db, patterns) : null,
      ...periodBounds(asked),
    }
  }
  api.handle(searchAudit, async ({ body }) => {
    const filter = await filterOf(body)
    return {
      data: (await listAudit(db, filter, limitedPage(body))).map(presentAudit),
      meta: limitedMeta(body.page, body.per_page, await countAudit(db, filter)),
    }
  })
  api.handle(exportAudit, async ({ caller, body, ip }) => {
    const rows = await listAudit(db, await filterOf(body), { offset: 0, limit: MOST_EXPORTED })
    await transaction(db, (tx) =>
      audit(tx, {
        at: clock.now(),
        actorUserId: caller.userId,
        action: 'audit.exported',
        entityId: null,
        after: { rows: rows.length },
        ip,
      }),
    )
    return { data: rows.map(presentAudit) }
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
