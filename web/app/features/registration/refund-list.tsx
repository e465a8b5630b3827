import { IconExternalLink, IconReceipt } from '@tabler/icons-react'
import type { Refund, StaffRefund } from '#contract/payment/refund.ts'
import { momentWords } from '#web/ui/date-time-words.ts'
import { Money } from '#web/ui/money.tsx'
import { AnchorButton } from '#web/ui/text-button.tsx'
import classes from './details.module.css'
import { RefundStatus } from './refund-status.tsx'

/** Newest first, with the payer's next action and documents. */
export function RefundList({ refunds }: { refunds: readonly (Refund | StaffRefund)[] }) {
  return (
    <ul className={classes.list} aria-label="Devoluções">
      {refunds.map((refund) => (
        <li key={refund.id}>
          <div className={classes.row}>
            <h3 className={classes.amount}>
              <Money value={refund.amount} />
            </h3>
            <RefundStatus status={refund.status} />
          </div>
          <p className={classes.note}>{refund.reason_label}</p>
          <p className={classes.note}>
            {refund.done_at
              ? `Em ${momentWords(refund.done_at)}`
              : `Desde ${momentWords(refund.requested_at)}`}
          </p>
          {refund.message && <p className={classes.credit}>{refund.message}</p>}
          {'failure_reason' in refund && refund.failure_reason && (
            <p className={classes.note}>
              <strong>Motivo:</strong> {refund.failure_reason}
            </p>
          )}
          {refund.request_url && (
            <Outside href={refund.request_url} icon={IconExternalLink} primary>
              Informar dados bancários
            </Outside>
          )}
          {refund.receipt_url && (
            <Outside href={refund.receipt_url} icon={IconReceipt}>
              Ver comprovante da devolução
            </Outside>
          )}
        </li>
      ))}
    </ul>
  )
}

interface OutsideProps {
  href: string
  icon: typeof IconReceipt
  primary?: boolean
  children: string
}

const Outside = ({ href, icon: Icon, primary = false, children }: OutsideProps) => (
  <AnchorButton
    href={href}
    target="_blank"
    rel="noopener"
    fullWidth
    mt="sm"
    variant={primary ? 'filled' : 'default'}
    rightSection={<Icon size={20} aria-hidden />}
  >
    {children}
  </AnchorButton>
)
