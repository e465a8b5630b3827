import { limitedMeta } from '#contract/backoffice/lists.ts'
import * as contract from '#contract/refund.ts'
import type { Deps } from '#server/deps.ts'
import type { Api } from '#server/lib/http.ts'
import { presentEventRefund } from '../../report/refunds/present.ts'
import { handledEnterprise, handleRefund } from './handle-refund.ts'
import { countTasks, listTasks } from './queries.ts'

const ACTIONS = [
  [contract.approveRefund, 'approve', 'Devolução aprovada.'],
  [contract.refuseRefund, 'refuse', 'Devolução recusada.'],
  [contract.retryRefund, 'retry', 'A devolução será tentada de novo em instantes.'],
  [contract.completeRefund, 'done', 'Devolução registrada como feita.'],
] as const

export function refundRoutes(api: Api, deps: Deps): void {
  api.handle(contract.listRefunds, async ({ caller, query }) => {
    const filter = { enterpriseId: handledEnterprise(caller), status: query.status }
    const overdueFrom = new Date(deps.clock.now().getTime() - contract.OVERDUE_DAYS * 86_400_000)
    const [rows, counted] = await Promise.all([
      listTasks(deps.db, filter, query, overdueFrom),
      countTasks(deps.db, filter),
    ])
    return {
      data: rows.map((row) => present(row, overdueFrom)),
      meta: limitedMeta(query.page, query.per_page, counted),
    }
  })

  for (const [route, action, message] of ACTIONS)
    api.handle(route, async ({ caller, params, body, ip }) => {
      await handleRefund(deps, { caller, refundId: params.id, action, note: body.note, ip })
      return { message }
    })
}

const present = (row: Awaited<ReturnType<typeof listTasks>>[number], overdueFrom: Date) => ({
  ...presentEventRefund(row),
  event: { id: row.event_id, name: row.title },
  organizer: { id: row.organizer_id, name: row.fantasy_name },
  provider: row.provider,
  charge_id: row.charge_id,
  note: row.note,
  approved_by: row.approved_by,
  is_overdue: row.status !== 'done' && row.status !== 'refused' && row.asked_at < overdueFrom,
})
