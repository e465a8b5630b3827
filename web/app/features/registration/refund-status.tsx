import { REFUND_STATUSES, type RefundStatus as Status } from '#contract/payment/refund.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'

export function RefundStatus({ status }: { status: Status }) {
  const { label, color } = REFUND_STATUSES[status]
  return <StatusChip tone={color}>{label}</StatusChip>
}
