import type { z } from 'zod'
import { limitedMeta } from '#contract/backoffice/lists.ts'
import { EVENT_STATUS } from '#contract/event/event-status.ts'
import { mayBeRefused, OVERDUE_DAYS } from '#contract/payment/refund.ts'
import * as contract from '#contract/payment/refund-tasks.ts'
import type { Deps } from '#server/deps.ts'
import { presentEventRefund, presentSums } from '#server/features/report/refunds/present.ts'
import type { Caller } from '#server/lib/auth.ts'
import type { Api } from '#server/lib/http.ts'
import { sendTable } from '#server/lib/table-file.ts'
import { exportRefunds } from './export-refunds.ts'
import { handledEnterprise, handleRefund, handleRefunds } from './handle-refund.ts'
import { countTasks, listIds, listTasks, sumRefunds } from './queries.ts'

const ACTIONS = [
  [contract.approveRefund, 'approve', 'Devolução aprovada.'],
  [contract.refuseRefund, 'refuse', 'Devolução recusada.'],
  [contract.retryRefund, 'retry', 'A devolução será tentada de novo em instantes.'],
  [contract.completeRefund, 'done', 'Devolução registrada como feita.'],
  [contract.askRefundPixKey, 'askPixKey', 'A chave Pix foi pedida por e-mail.'],
] as const

export function refundRoutes(api: Api, deps: Deps): void {
  const daysAgo = (days: number) => new Date(deps.clock.now().getTime() - days * 86_400_000)
  const filterOf = (caller: Caller, { status, bank, delay }: z.output<typeof contract.RefundFilter>) => ({
    enterpriseId: handledEnterprise(caller),
    status,
    bank,
    delay: delay && { kind: delay, overdueFrom: daysAgo(OVERDUE_DAYS) },
  })

  api.handle(contract.listRefunds, async ({ caller, query }) => {
    const overdueFrom = daysAgo(OVERDUE_DAYS)
    const filter = filterOf(caller, query)
    const [rows, counted, sums] = await Promise.all([
      listTasks(deps.db, filter, query, overdueFrom),
      countTasks(deps.db, filter),
      sumRefunds(deps.db, filter.enterpriseId, daysAgo(contract.SUMMED_DAYS)),
    ])
    return {
      data: rows.map((row) => present(row, overdueFrom)),
      meta: limitedMeta(query.page, query.per_page, counted),
      extra: { sums: presentSums(sums) },
    }
  })

  api.handle(contract.listRefundIds, async ({ caller, query }) => ({
    data: await listIds(deps.db, filterOf(caller, query), contract.MAX_EXPORTED_REFUNDS),
  }))

  api.handle(contract.exportRefunds, async ({ caller, body: { ids, again }, ip, reply }) =>
    sendTable(reply, 'csv', await exportRefunds(deps, { caller, ids, again, ip })),
  )

  api.handle(contract.retryRefunds, async ({ caller, body: { ids: refundIds }, ip }) => ({
    data: await handleRefunds(deps, { caller, refundIds, action: 'retry', note: '', ip }),
  }))

  api.handle(contract.completeRefunds, async ({ caller, body: { ids: refundIds, note }, ip }) => ({
    data: await handleRefunds(deps, { caller, refundIds, action: 'done', note, ip }),
  }))

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
  exported_at: row.exported_at?.toISOString() ?? null,
  can_refuse: mayBeRefused(row.reason, row.event_status === EVENT_STATUS.cancelled),
  is_overdue: row.status !== 'done' && row.status !== 'refused' && row.asked_at < overdueFrom,
})
