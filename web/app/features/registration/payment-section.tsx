import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import {
  isFreeValue,
  isLinkUsable,
  isOpen,
  isVoid,
  PAYMENT_TYPES,
  paymentChip,
} from '#contract/payment-status.ts'
import type { MyRegistration } from '#contract/registration.ts'
import { Money } from '../../ui/money.tsx'
import { ChangePayment } from './change-payment.tsx'
import classes from './details.module.css'
import { momentWords } from './moment.ts'
import { RenewPayment } from './renew-payment.tsx'
import { PaymentStatus } from './status.tsx'

/** Every payment of a registration with what became of it, newest first. */
export function PaymentSection({ registration }: { registration: MyRegistration }) {
  const { payments, value } = registration
  const waits = payments.some((payment) => isOpen(payment.status_code))
  return (
    <section className={classes.section} aria-labelledby="payment-title">
      <h2 id="payment-title">Pagamento</h2>
      {registration.payment_choices.length > 0 && !waits && (
        <div className={classes.sunken}>
          <RenewPayment registration={registration}>
            <p>
              <strong>Falta o pagamento.</strong> O anterior não pode mais ser usado. Gere outro e pague com o
              novo link.
            </p>
          </RenewPayment>
        </div>
      )}
      {payments.length === 0 ? (
        <div className={classes.row}>
          <p className={classes.note}>
            {isFreeValue(value) ? 'Esta inscrição não tem custo.' : 'Nenhum pagamento foi gerado.'}
          </p>
          <PaymentStatus payment={null} />
        </div>
      ) : (
        <ul className={classes.list}>
          {payments.map((payment) => (
            <Payment key={payment.id} payment={payment}>
              {isOpen(payment.status_code) && registration.payment_choices.length > 0 && (
                <ChangePayment registration={registration} />
              )}
            </Payment>
          ))}
        </ul>
      )}
    </section>
  )
}

interface PaymentProps {
  payment: MyRegistration['payments'][number]
  /** What else can be done about it. */
  children: ReactNode
}

function Payment({ payment, children }: PaymentProps) {
  const { payment_link: link, status, payment_date: paidAt, due_date: dueOn, expires_at: expiresAt } = payment
  return (
    <li>
      <div className={classes.row}>
        <h3>
          {PAYMENT_TYPES[payment.type] ?? 'Pagamento'} · <Money value={payment.value} />
        </h3>
        <PaymentStatus payment={payment} />
      </div>
      {paidAt ? (
        <p className={classes.note}>Pago em {momentWords(paidAt)}</p>
      ) : (
        dueOn &&
        !isVoid(payment.status_code) && (
          <p className={classes.note}>Vencimento em {expiresAt ? momentWords(expiresAt) : dueOn}</p>
        )
      )}
      {link && isLinkUsable(link, status) && (
        <Button
          component="a"
          href={link}
          target="_blank"
          rel="noopener"
          fullWidth
          mt="sm"
          rightSection={<IconExternalLink size={20} aria-hidden />}
        >
          Ir para pagamento
        </Button>
      )}
      {children}
      {payment.history.length > 0 && (
        <ol className={classes.history} aria-label="Histórico do pagamento">
          {payment.history.map((step) => (
            <li key={step.at + step.status}>
              {paymentChip(step.status).label} <span>· {momentWords(step.at)}</span>
            </li>
          ))}
        </ol>
      )}
    </li>
  )
}
