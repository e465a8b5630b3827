import { REFUND_STATUSES, type RefundStatus as Status } from '#contract/refund.ts'
import { StatusChip } from '../../ui/status-chip.tsx'

/** The chip of a refund. */
export function RefundStatus({ status }: { status: Status }) {
  const { label, color } = REFUND_STATUSES[status]
  return <StatusChip tone={color}>{label}</StatusChip>
}
