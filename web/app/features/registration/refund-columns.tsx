import type { ReactNode } from 'react'
import { PAYMENT_TYPES } from '#contract/payment/payment-types.ts'
import type { EventRefund } from '#contract/payment/refund.ts'
import cells from '#web/ui/cells.module.css'
import type { Column } from '#web/ui/data-table.tsx'
import { momentWords } from '#web/ui/date-time-words.ts'
import { Money } from '#web/ui/money.tsx'
import { RefundStatus } from './refund-status.tsx'

interface Cells<Row> {
  participant: (row: Row) => ReactNode
  details?: (row: Row) => ReactNode
}

export const refundColumns = <Row extends EventRefund>({
  participant,
  details,
}: Cells<Row>): Column<Row>[] => [
  { key: 'participant', header: 'Participante', title: true, cell: participant },
  {
    key: 'amount',
    header: 'Valor',
    align: 'end',
    cell: ({ amount, payment_type }) => (
      <div className={cells.lines}>
        <Money value={amount} />
        <span className={cells.minor}>{PAYMENT_TYPES[payment_type]}</span>
      </div>
    ),
  },
  {
    key: 'reason',
    header: 'Por quê',
    cell: ({ reason_label, asked_by, requested_at }) => (
      <div className={cells.lines}>
        <span>{reason_label}</span>
        <span className={cells.minor}>
          {asked_by ?? 'A plataforma'} · <span className={cells.nowrap}>{momentWords(requested_at)}</span>
        </span>
      </div>
    ),
  },
  {
    key: 'status',
    header: 'Situação',
    cell: (row) => (
      <div className={cells.lines}>
        <RefundStatus status={row.status} />
        {row.failure_reason && <strong>{row.failure_reason}</strong>}
        {details?.(row)}
        {row.done_at && <span className={`${cells.minor} ${cells.nowrap}`}>{momentWords(row.done_at)}</span>}
      </div>
    ),
  },
]
