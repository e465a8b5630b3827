import type { ReactNode } from 'react'
import { PAYMENT_TYPES } from '#contract/payment/payment-types.ts'
import type { EventRefund } from '#contract/payment/refund.ts'
import { Lines, Unbroken } from '#web/ui/cells.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { momentWords } from '#web/ui/date-time-words.ts'
import { Money } from '#web/ui/money.tsx'
import classes from './refund-columns.module.css'
import { RefundStatus } from './refund-status.tsx'

interface Cells<Row> {
  participant: (row: Row) => ReactNode
  /** What stops the refund, in at most two lines; all of it is in the details. */
  stopped: (row: Row) => string
}

export const refundColumns = <Row extends EventRefund>({
  participant,
  stopped,
}: Cells<Row>): Column<Row>[] => [
  { key: 'participant', header: 'Participante', title: true, compact: 'first', cell: participant },
  {
    key: 'amount',
    header: 'Valor',
    align: 'end',
    compact: 'third-end',
    cell: ({ amount, payment_type }) => (
      <Lines minor={PAYMENT_TYPES[payment_type]}>
        <Money value={amount} />
      </Lines>
    ),
  },
  {
    key: 'reason',
    header: 'Por quê',
    compact: 'third',
    cell: ({ reason_label, asked_by, requested_at }) => (
      <div className={classes.reason}>
        <span>{reason_label}</span>
        <small>
          {momentWords(requested_at)} · {asked_by ?? 'A plataforma'}
        </small>
      </div>
    ),
  },
  {
    key: 'status',
    header: 'Situação',
    compact: 'second',
    cell: (row) => {
      const words = stopped(row)
      return (
        <div className={classes.status}>
          <RefundStatus status={row.status} />
          {words && <small>{words}</small>}
          {row.done_at && (
            <small>
              <Unbroken>{momentWords(row.done_at)}</Unbroken>
            </small>
          )}
        </div>
      )
    },
  },
]
