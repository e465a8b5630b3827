import { isPaid, paymentChip } from '#contract/payment/payment-status.ts'
import { PAYMENT_TYPES } from '#contract/payment/payment-types.ts'
import type { PaymentPage } from '#contract/payment-page/payment-page.ts'
import { PriceLines } from '#web/features/registration/price-lines.tsx'
import { DateBlock } from '#web/ui/date-block.tsx'
import { Money } from '#web/ui/money.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import classes from './payment.module.css'

export function Summary({ payment }: { payment: PaymentPage }) {
  const { event, items, status } = payment
  const { label, color } = paymentChip(status)
  return (
    <aside className={classes.summary} aria-labelledby="resumo">
      <h2 id="resumo">{isPaid(payment.status_code) ? 'O que foi pago' : 'O que está sendo pago'}</h2>
      <div className={classes.event}>
        <DateBlock date={event.date_event} />
        <p>
          <strong>{event.title}</strong>
          <span>
            {items.length === 1 ? '1 inscrição' : `${items.length} inscrições`} ·{' '}
            {PAYMENT_TYPES[payment.type]}
            {payment.installments > 1 && ` em ${payment.installments}x`}
          </span>
        </p>
      </div>
      <ul className={classes.items}>
        {items.map((item, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: first names may be the same, and the list keeps its order
          <li key={i} data-cancelled={item.status === 'Cancelado' || undefined}>
            <p>
              <span>
                <strong>{item.first_name}</strong>
                <small>
                  {item.event_title && `${item.event_title} · `}
                  {item.modality}
                  {item.status === 'Cancelado' && ' · inscrição cancelada'}
                </small>
              </span>
              <Money value={item.amount} />
            </p>
            <PriceLines lines={item.price_lines} minor />
          </li>
        ))}
      </ul>
      {payment.interest !== '0.00' && (
        <p className={classes.interest}>
          <span>Juros do parcelamento</span>
          <Money value={payment.interest} />
        </p>
      )}
      <p className={classes.total}>
        <span>Total</span>
        <Money value={payment.amount} />
      </p>
      <div className={classes.state}>
        <span>Situação</span>
        <StatusChip tone={color === 'default' ? 'neutral' : color}>{label}</StatusChip>
      </div>
    </aside>
  )
}
