import { searchSecurityLog } from '#contract/backoffice/security-log.ts'
import type { Deps } from '#server/deps.ts'
import type { Api } from '#server/lib/http.ts'
import { searchSecurity } from './search.ts'

export function securityLogRoutes(api: Api, deps: Deps): void {
  api.handle(searchSecurityLog, async ({ body }) => {
    const { rows, nextCursor } = await searchSecurity(deps, body)
    return { data: rows, meta: { next_cursor: nextCursor } }
  })
}
