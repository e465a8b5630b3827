import type { ReactNode } from 'react'
import { PAYMENT_TYPES } from '#contract/payment-types.ts'
import type { EventRefund } from '#contract/refund.ts'
import cells from '../../ui/cells.module.css'
import type { Column } from '../../ui/data-table.tsx'
import { Money } from '../../ui/money.tsx'
import { momentWords } from './moment.ts'
import { RefundStatus } from './refund-status.tsx'

interface Cells<Row> {
  participant: (row: Row) => ReactNode
  /** What the status of a row needs besides its chip. */
  details?: (row: Row) => ReactNode
}

/** The columns of lists of refunds, for organizers and for the company. */
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
