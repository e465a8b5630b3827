import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { isFreeValue, isLinkUsable, isVoid, PAYMENT_TYPES, paymentChip } from '#contract/payment-status.ts'
import type { MyRegistration } from '#contract/registration.ts'
import { Money } from '../../ui/money.tsx'
import classes from './details.module.css'
import { momentWords } from './moment.ts'
import { RenewPayment } from './renew-payment.tsx'
import { PaymentStatus } from './status.tsx'

/** Every payment of a registration with what became of it, newest first. */
export function PaymentSection({ registration }: { registration: MyRegistration }) {
  const { payments, value } = registration
  return (
    <section className={classes.section} aria-labelledby="payment-title">
      <h2 id="payment-title">Pagamento</h2>
      {registration.can_renew_payment && <RenewPayment registrationId={registration.id} />}
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
            <Payment key={payment.id} payment={payment} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Payment({ payment }: { payment: MyRegistration['payments'][number] }) {
  const { payment_link: link, status, payment_date: paidAt, due_date: dueOn } = payment
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
        dueOn && !isVoid(payment.status_code) && <p className={classes.note}>Vencimento em {dueOn}</p>
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
