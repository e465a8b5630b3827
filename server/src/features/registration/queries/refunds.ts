import { sql } from 'kysely'
import type { PixKeyState, RefundObstacle, RefundReason, RefundStatus } from '#contract/payment/refund.ts'
import type { Db } from '#server/lib/db.ts'

/** Refunds with the type of their payment. The amount shown includes the interest of installments. */
export const refunds = (db: Db) =>
  db
    .selectFrom('refunds as f')
    .innerJoin('payments as p', 'p.id', 'f.payment_id')
    .select(['f.id', 'f.asked_at', 'f.done_at', 'f.request_url', 'f.receipt_url', 'f.note', 'p.type'])
    .select(['f.failure_reason', pixKeyState.as('pix_key')])
    .select([
      sql<number>`f.amount_cents + f.interest_cents`.as('amount_cents'),
      sql<RefundReason>`f.reason`.as('reason'),
      sql<RefundStatus>`f.status`.as('status'),
      sql<RefundObstacle | null>`f.obstacle`.as('obstacle'),
    ])

/** SQL: whether the payer of refund `f` was asked for a Pix key or has confirmed one. */
export const pixKeyState = sql<PixKeyState | null>`
  case when f.status <> 'needs_person' then null when f.pix_key is not null then 'confirmed'
    when f.pix_asked_at is not null then 'asked' end`

export type RefundRow = Awaited<ReturnType<ReturnType<typeof refunds>['execute']>>[number]
