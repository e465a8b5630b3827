import type { z } from 'zod'
import { limitedMeta } from '#contract/backoffice/lists.ts'
import * as contract from '#contract/backoffice/operations.ts'
import { toDecimal } from '#contract/money.ts'
import { PAYMENT_STATUSES } from '#contract/payment/payment-status.ts'
import type { Deps } from '#server/deps.ts'
import type { Api } from '#server/lib/http.ts'
import { applyAgain } from './apply-again.ts'
import { countMessages, listMessages, type MessageRow } from './queries.ts'

export function messageRoutes(api: Api, deps: Deps): void {
  const { db } = deps

  const list = async (asked: z.output<typeof contract.listGatewayMessages.query>) => ({
    data: (await listMessages(db, asked, asked)).map(present),
    meta: limitedMeta(asked.page, asked.per_page, await countMessages(db, asked)),
  })
  api.handle(contract.listGatewayMessages, ({ query }) => list(query))
  api.handle(contract.searchGatewayMessages, ({ body }) => list(body))

  api.handle(contract.applyGatewayMessage, async ({ caller, params, ip }) => {
    await applyAgain(deps, { caller, messageId: params.id, ip })
    return { message: 'A mensagem será aplicada de novo em instantes.' }
  })
}

const present = (row: MessageRow): contract.GatewayMessageRow => ({
  id: row.id,
  provider: row.provider,
  kind: row.kind ?? '',
  charge_id: row.charge_id ?? '',
  received_at: row.received_at.toISOString(),
  handled_at: row.handled_at?.toISOString() ?? null,
  outcome: row.outcome,
  payment: presentPayment(row),
})

/** Null when the charge does not belong to this installation. */
function presentPayment({ payment_id, amount_cents, status, event_id, title }: MessageRow) {
  if (payment_id === null || amount_cents === null || status === null || event_id === null) return null
  return {
    id: payment_id,
    value: toDecimal(amount_cents),
    status: PAYMENT_STATUSES[status]?.word ?? '',
    event: { id: event_id, title: title ?? '' },
  }
}
