import { listAllEvents } from '#contract/backoffice/events.ts'
import { getAdminOverview, getEnterpriseOverview } from '#contract/backoffice/overview.ts'
import type { Deps } from '#server/deps.ts'
import { listEvents } from '#server/features/event-management/list-events.ts'
import { enterpriseOf } from '#server/features/fees/policy.ts'
import type { Api } from '#server/lib/http.ts'
import { accountAdminRoutes } from './accounts/routes.ts'
import { directoryRoutes } from './directory/routes.ts'
import { enterpriseAdminRoutes } from './enterprises/routes.ts'
import { jobRoutes } from './operations/jobs/routes.ts'
import { logRoutes } from './operations/logs/routes.ts'
import { messageRoutes } from './operations/messages/routes.ts'
import { organizerAdminRoutes } from './organizers/routes.ts'
import { readAdminOverview, readEnterpriseOverview } from './overview/read-overview.ts'
import { refundRoutes } from './refunds/routes.ts'
import { staffRoutes } from './staff/routes.ts'
import { viewingRoutes } from './viewing/routes.ts'

export function backOfficeRoutes(api: Api, deps: Deps): void {
  api.handle(getAdminOverview, async () => ({ data: await readAdminOverview(deps) }))
  api.handle(getEnterpriseOverview, async ({ caller }) => ({
    data: await readEnterpriseOverview(deps, enterpriseOf(caller)),
  }))
  api.handle(listAllEvents, async ({ caller, query }) => listEvents(deps, caller, query))
  enterpriseAdminRoutes(api, deps)
  organizerAdminRoutes(api, deps)
  accountAdminRoutes(api, deps)
  staffRoutes(api, deps)
  viewingRoutes(api, deps)
  jobRoutes(api, deps)
  messageRoutes(api, deps)
  refundRoutes(api, deps)
  logRoutes(api, deps)
  directoryRoutes(api, deps)
}
