import { listEventRefunds, listOrganizerRefunds } from '#contract/payment/refund.ts'
import { getDailyMoney } from '#contract/report/daily-money.ts'
import * as dashboard from '#contract/report/dashboard.ts'
import * as home from '#contract/report/home.ts'
import { simulateRight as simulateRightRoute } from '#contract/report/right-simulation.ts'
import { getEventRights } from '#contract/report/rights.ts'
import * as statement from '#contract/report/statement.ts'
import { plural } from '#contract/words.ts'
import type { Deps } from '#server/deps.ts'
import { getAccessibleEvent, inScope } from '#server/features/event/access/queries.ts'
import { eventScope } from '#server/features/event/access/scope.ts'
import { enterpriseOf } from '#server/features/fees/policy.ts'
import type { Api } from '#server/lib/http.ts'
import { sendTable } from '#server/lib/table-file.ts'
import { readEventAudience } from './audience/read-event-audience.ts'
import { readDailyMoney } from './daily/read-daily-money.ts'
import { readEventDashboard } from './dashboard/read-event-dashboard.ts'
import { readOrganizerDashboard } from './dashboard/read-organizer-dashboard.ts'
import { saveGoal } from './dashboard/save-goal.ts'
import { readOrganizerToday } from './home/read-organizer-today.ts'
import { retryFailedMails } from './home/retry-failed-mails.ts'
import { ofEnterprise } from './queries.ts'
import { readStatement, writeStatement } from './read-statement.ts'
import { presentEventRefund, presentOrganizerRefund, presentSums, presentWaiting } from './refunds/present.ts'
import { sumWaiting } from './refunds/queries.ts'
import { readRefunds } from './refunds/read-refunds.ts'
import { readEventRights } from './rights/read-event-rights.ts'
import { simulateRight } from './rights/simulate-right.ts'

export function reportRoutes(api: Api, deps: Deps): void {
  const reader = { ...deps, db: deps.replica }
  const { db } = reader
  api.handle(dashboard.getOrganizerDashboard, async ({ caller, query }) => ({
    data: await readOrganizerDashboard(reader, caller, query),
  }))
  api.handle(home.getOrganizerToday, async ({ caller }) => ({
    data: await readOrganizerToday(reader, caller),
  }))
  api.handle(home.retryFailedMails, async ({ caller, params, ip }) => {
    const retried = await retryFailedMails(deps, { caller, eventId: params.id, ip })
    const message =
      retried === 0
        ? 'Nenhum e-mail espera uma nova tentativa.'
        : `${plural(retried, 'e-mail será enviado', 'e-mails serão enviados')} de novo em instantes.`
    return { data: { retried }, message }
  })
  api.handle(dashboard.getEventDashboard, async ({ caller, params }) => ({
    data: await readEventDashboard(reader, caller, params.id),
  }))
  api.handle(dashboard.saveGoal, async ({ caller, params, body: { goal }, ip }) => {
    await saveGoal(deps, { caller, eventId: params.id, goal, ip })
    return { data: { goal }, message: goal === null ? 'Meta desfeita.' : 'Meta salva.' }
  })
  api.handle(dashboard.getEventAudience, async ({ caller, params }) => ({
    data: await readEventAudience(db, caller, params.id),
  }))
  api.handle(getEventRights, async ({ caller, params }) => ({
    data: await readEventRights(db, caller, params.id),
  }))
  api.handle(simulateRightRoute, async ({ caller, params, query }) => ({
    data: await simulateRight(db, caller, params.id, query),
  }))

  // Refunds are read from the primary, so that a decision about one is visible immediately.
  api.handle(listEventRefunds, async ({ caller, params, query }) => {
    const { id, title } = await getAccessibleEvent(deps.db, caller, params.id)
    const [{ rows, sums, meta }, waiting] = await Promise.all([
      readRefunds(deps.db, (eb) => eb('events.id', '=', id), query),
      sumWaiting(deps.db, id),
    ])
    return {
      data: rows.map(presentEventRefund),
      meta,
      extra: { event: { id, name: title }, ...presentWaiting(waiting), sums: presentSums(sums) },
    }
  })
  api.handle(listOrganizerRefunds, async ({ caller, query }) => {
    const { rows, sums, meta } = await readRefunds(deps.db, inScope(eventScope(caller)), query)
    return { data: rows.map(presentOrganizerRefund), meta, extra: { sums: presentSums(sums) } }
  })

  api.handle(statement.getEnterpriseStatement, async ({ caller, query }) => ({
    data: await readStatement(db, ofEnterprise(enterpriseOf(caller)), query),
  }))
  api.handle(statement.exportEnterpriseStatement, async ({ caller, query, reply }) =>
    sendTable(reply, 'csv', await writeStatement(db, ofEnterprise(enterpriseOf(caller)), query)),
  )
  api.handle(statement.exportEnterpriseStatementXlsx, async ({ caller, query, reply }) =>
    sendTable(reply, 'xlsx', await writeStatement(db, ofEnterprise(enterpriseOf(caller)), query)),
  )
  api.handle(getDailyMoney, async ({ caller, query }) => ({
    data: await readDailyMoney(reader, enterpriseOf(caller), query),
  }))
  api.handle(statement.getOrganizerStatement, async ({ caller, query }) => ({
    data: await readStatement(db, inScope(eventScope(caller)), query),
  }))
  api.handle(statement.exportOrganizerStatement, async ({ caller, query, reply }) =>
    sendTable(reply, 'csv', await writeStatement(db, inScope(eventScope(caller)), query)),
  )
  api.handle(statement.exportOrganizerStatementXlsx, async ({ caller, query, reply }) =>
    sendTable(reply, 'xlsx', await writeStatement(db, inScope(eventScope(caller)), query)),
  )
}
