import { Button, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { RegistrationRecord } from '#contract/participants/panel.ts'
import { PAYMENT_TYPES } from '#contract/payment/payment-types.ts'
import { PriceLines } from '#web/features/registration/price-lines.tsx'
import { PaymentStatus } from '#web/features/registration/status.tsx'
import { momentWords } from '#web/ui/date-time-words.ts'
import { Money } from '#web/ui/money.tsx'
import classes from './panel.module.css'
import { Section } from './section.tsx'

interface PaymentListProps {
  registration: RegistrationRecord
  mayEdit: boolean
}

export function PaymentList({ registration, mayEdit }: PaymentListProps) {
  const { payments, price_lines: lines, value, can_cancel: mayCancel, refundable } = registration
  return (
    <Section title="Pagamentos">
      <PriceLines lines={lines} total={value} minor />
      {payments.length > 0 && (
        <ul className={classes.list}>
          {payments.map((payment) => (
            <li key={payment.id} className={classes.payment}>
              <div>
                <strong>
                  <Money value={payment.value} />
                </strong>{' '}
                {PAYMENT_TYPES[payment.type]}
                <p className={classes.minor}>
                  {payment.payment_date
                    ? `Pago em ${momentWords(payment.payment_date)}`
                    : `Criado em ${momentWords(payment.created_at)}${payment.due_date ? `, vence em ${payment.due_date}` : ''}`}
                </p>
              </div>
              <PaymentStatus payment={payment} />
              {payment.is_open && (
                <CopyButton value={payment.payment_link} timeout={3_000}>
                  {({ copied, copy }) => (
                    <Button
                      variant="default"
                      size="sm"
                      leftSection={
                        copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />
                      }
                      onClick={copy}
                    >
                      <span aria-live="polite">{copied ? 'Link copiado' : 'Copiar link'}</span>
                    </Button>
                  )}
                </CopyButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayEdit && mayCancel && refundable !== null && (
        <p className={classes.minor}>
          Para devolver <Money value={refundable} />, cancele a inscrição.
        </p>
      )}
    </Section>
  )
}
