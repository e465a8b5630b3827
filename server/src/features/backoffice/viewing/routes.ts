import { viewAs as route } from '#contract/backoffice/viewing.ts'
import type { Deps } from '#server/deps.ts'
import type { Api } from '#server/lib/http.ts'
import { viewAs } from './view-as.ts'

export function viewingRoutes(api: Api, deps: Deps): void {
  api.handle(route, async ({ caller, params, body, ip }) => ({
    data: await viewAs(deps, { caller, userId: params.id, reason: body.reason, ip }),
  }))
}
