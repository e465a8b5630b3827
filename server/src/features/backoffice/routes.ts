import { listAllEvents } from '#contract/backoffice/events.ts'
import { getAdminOverview, getCompanyOverview } from '#contract/backoffice/overview.ts'
import type { Deps } from '#server/deps.ts'
import type { Api } from '#server/lib/http.ts'
import { listEvents } from '../event/manage/list-events.ts'
import { enterpriseOf } from '../fees/policy.ts'
import { accountAdminRoutes } from './accounts/routes.ts'
import { companyRoutes } from './company/routes.ts'
import { enterpriseAdminRoutes } from './enterprises/routes.ts'
import { jobRoutes } from './jobs/routes.ts'
import { logRoutes } from './logs/routes.ts'
import { messageRoutes } from './messages/routes.ts'
import { organizerAdminRoutes } from './organizers/routes.ts'
import { readAdminOverview, readCompanyOverview } from './overview/read-overview.ts'
import { refundRoutes } from './refunds/routes.ts'
import { staffRoutes } from './staff/routes.ts'
import { viewingRoutes } from './viewing/routes.ts'

/** Routes of the screens of Admin and Empresa. */
export function backOfficeRoutes(api: Api, deps: Deps): void {
  api.handle(getAdminOverview, async () => ({ data: await readAdminOverview(deps) }))
  api.handle(getCompanyOverview, async ({ caller }) => ({
    data: await readCompanyOverview(deps, enterpriseOf(caller)),
  }))
  api.handle(listAllEvents, async ({ caller, query }) => listEvents(deps.db, caller, query))
  enterpriseAdminRoutes(api, deps)
  organizerAdminRoutes(api, deps)
  accountAdminRoutes(api, deps)
  staffRoutes(api, deps)
  viewingRoutes(api, deps)
  jobRoutes(api, deps)
  messageRoutes(api, deps)
  refundRoutes(api, deps)
  logRoutes(api, deps)
  companyRoutes(api, deps)
}
