import { Progress } from '@mantine/core'
import { formatCents, formatDecimal, toCents } from '#contract/money.ts'
import { REFUND_STATUSES, type RefundStatus, type RefundSums } from '#contract/payment/refund.ts'
import { countWords } from '#contract/words.ts'
import classes from './refund-totals.module.css'

/** The interval of loading while a refund is being sent. */
const RUNNING_MS = 3_000
/** The interval while a refund was sent: the bank takes minutes to days. */
const SENT_MS = 30_000

/** How often a screen with these refunds or sums of them is loaded again. */
export function refundInterval(refunds: readonly { status: RefundStatus }[] | undefined): number | false {
  const has = (wanted: RefundStatus) => refunds?.some(({ status }) => status === wanted)
  return has('approved') ? RUNNING_MS : has('sent') ? SENT_MS : false
}

interface RefundTotalsProps {
  /** Undefined while loading. */
  sums: RefundSums | undefined
  /** The status that the list is filtered by; empty for all. */
  chosen: string
  onChoose: (status: string) => void
  /** The period of the finished refunds, in words. */
  period?: string
}

/** How much is refunded already, and the refunds by status. A click on a status filters the list. */
export function RefundTotals({ sums, chosen, onChoose, period = '' }: RefundTotalsProps) {
  if (!sums || sums.length === 0) return null
  const owed = sums.filter(({ status }) => status !== 'refused')
  const done = owed.find(({ status }) => status === 'done')
  const total = owed.reduce((sum, { refunds }) => sum + refunds, 0)
  const cents = owed.reduce((sum, { amount }) => sum + (toCents(amount) ?? 0), 0)
  const count = done?.refunds ?? 0
  return (
    <section className={classes.totals} aria-label="Resumo das devoluções">
      <p className={classes.progress} role="status">
        <strong>
          {countWords(count)} de {countWords(total)} devolvidas
        </strong>
        <span className="numbers">
          {formatDecimal(done?.amount ?? '0.00')} de {formatCents(cents)}
          {period && ` ${period}`}
        </span>
      </p>
      <Progress value={total > 0 ? (count / total) * 100 : 0} color="green" aria-hidden />
      <div className={classes.states}>
        {(Object.keys(REFUND_STATUSES) as RefundStatus[]).map((status) => {
          const sum = sums.find((one) => one.status === status)
          const isChosen = chosen === status
          return (
            (sum || isChosen) && (
              <button
                key={status}
                type="button"
                aria-pressed={isChosen}
                onClick={() => onChoose(isChosen ? '' : status)}
              >
                <span>{REFUND_STATUSES[status].label}</span>
                <strong className="numbers">{countWords(sum?.refunds ?? 0)}</strong>
                <span className="numbers">{formatDecimal(sum?.amount ?? '0.00')}</span>
              </button>
            )
          )
        })}
      </div>
    </section>
  )
}
