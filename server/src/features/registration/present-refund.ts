import type { z } from 'zod'
import { toDecimal } from '#contract/money.ts'
import {
  REFUND_REASONS,
  REFUND_STATUSES,
  type Refund,
  refundNote,
  type StaffRefund,
} from '#contract/payment/refund.ts'
import type { RefundRow } from './queries/refunds.ts'

export const presentRefund = (row: RefundRow): z.input<typeof Refund> => ({
  id: row.id,
  amount: toDecimal(row.amount_cents),
  reason: row.reason,
  reason_label: REFUND_REASONS[row.reason],
  status: row.status,
  status_label: REFUND_STATUSES[row.status].label,
  requested_at: row.asked_at.toISOString(),
  done_at: row.done_at?.toISOString() ?? null,
  request_url: row.status === 'sent' ? row.request_url : null,
  receipt_url: row.receipt_url,
  pix_key: row.pix_key,
  message: refundNote({
    status: row.status,
    type: row.type,
    waitsForPayer: row.request_url !== null,
    note: row.note,
    askedAt: row.asked_at,
    obstacle: row.obstacle,
    pixKey: row.pix_key,
  }),
})

/** Without the URL where the payer enters bank data. */
export const presentStaffRefund = (row: RefundRow): StaffRefund => ({
  ...presentRefund(row),
  request_url: null,
  failure_reason: row.status === 'needs_person' ? row.failure_reason : null,
})
