import { IconExternalLink, IconSwitchHorizontal } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { formatCents, formatDecimal, toCents } from '#contract/money.ts'
import { type MyRegistration, renewMyPayment } from '#contract/my-registrations/my-registrations.ts'
import {
  isFreeValue,
  isLinkUsable,
  isOpen,
  isPaid,
  isVoid,
  PAYMENT_STATUS,
  paymentChip,
} from '#contract/payment/payment-status.ts'
import { PAYMENT_TYPES } from '#contract/payment/payment-types.ts'
import { api } from '#web/api/api.ts'
import { NewPaymentForm } from '#web/features/payment-page/new-payment-form.tsx'
import { ChargeLines } from '#web/features/registration/charge-lines.tsx'
import classes from '#web/features/registration/details.module.css'
import { PaymentStatus } from '#web/features/registration/status.tsx'
import { useRegistrationChange } from '#web/features/registration/use-registration-change.ts'
import { pathTo, RECEIPT_PATH } from '#web/paths.ts'
import { momentWords } from '#web/ui/date-time-words.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Money } from '#web/ui/money.tsx'
import { AnchorButton, TextButton } from '#web/ui/text-button.tsx'

export function PaymentSection({ registration }: { registration: MyRegistration }) {
  const { payments, value } = registration
  const waits = payments.some((payment) => isOpen(payment.status_code))
  return (
    <section className={classes.section} aria-labelledby="payment-title">
      <h2 id="payment-title">Pagamento</h2>
      {payments.length > 0 && !isToldByPayment(registration) && (
        <p className={classes.money}>{registration.money_sentence}</p>
      )}
      {registration.payment_choices.length > 0 && !waits && (
        <div className={classes.sunken}>
          <RenewPayment registration={registration}>
            <strong>Falta o pagamento.</strong> O anterior não pode mais ser usado. Gere outro e pague com o
            novo link.
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
            <Payment
              key={payment.id}
              payment={payment}
              // The head of the page has the same word.
              isToldAbove={
                isOpen(payment.status_code) && paymentChip(payment.status).label === registration.status
              }
              receipt={
                registration.receipt && isPaid(payment.status_code)
                  ? pathTo(RECEIPT_PATH, registration.id)
                  : null
              }
            >
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

const OF_STATUS: Readonly<Record<number, string>> = {
  [PAYMENT_STATUS.pending]: ' a pagar',
  [PAYMENT_STATUS.refunded]: ' pagos e devolvidos',
}

/** Whether amount and status of the only payment say as much as the sentence about the money. */
function isToldByPayment({ payments, value, money_sentence: sentence }: MyRegistration): boolean {
  const [payment, ...others] = payments
  if (!payment || others.length > 0) return false
  const status = isPaid(payment.status_code) ? ' pagos' : OF_STATUS[payment.status_code]
  return sentence === formatDecimal(value) + status
}

interface PaymentProps {
  payment: MyRegistration['payments'][number]
  isToldAbove: boolean
  /** The path of its receipt. */
  receipt: string | null
  children: ReactNode
}

function Payment({ payment, isToldAbove, receipt, children }: PaymentProps) {
  const { payment_link: link, status, payment_date: paidAt, due_date: dueOn, expires_at: expiresAt } = payment
  return (
    <li>
      <div className={classes.row}>
        <h3>
          {PAYMENT_TYPES[payment.type] ?? 'Pagamento'} · <Money value={payment.total} />
        </h3>
        {!isToldAbove && <PaymentStatus payment={payment} />}
      </div>
      {payment.total !== payment.value && (
        <div className={classes.charge}>
          <ChargeLines charge={payment} />
        </div>
      )}
      {link === null && (
        <p className={classes.note}>Pago por outra pessoa. Se algo for devolvido, volta para ela.</p>
      )}
      {payment.installments > 1 && (
        <p className={classes.note}>
          Em {payment.installments}x no cartão
          {payment.interest === '0.00' ? (
            ', sem juros.'
          ) : (
            <>
              , com <Money value={payment.interest} /> de juros. Numa devolução eles voltam na mesma
              proporção.
            </>
          )}
        </p>
      )}
      {paidAt ? (
        <p className={classes.note}>
          {/* The chip says that it is paid, but of a refunded one what happened last. */}
          {isPaid(payment.status_code) ? 'Em' : 'Pago em'} {momentWords(paidAt)}
          {receipt && (
            <>
              {' · '}
              <Link to={receipt}>Ver comprovante</Link>
            </>
          )}
        </p>
      ) : (
        dueOn &&
        !isVoid(payment.status_code) && (
          <p className={classes.note}>Vencimento em {expiresAt ? momentWords(expiresAt) : dueOn}</p>
        )
      )}
      {link && isLinkUsable(link, status) && (
        <AnchorButton
          href={link}
          target="_blank"
          rel="noopener"
          fullWidth
          mt="sm"
          rightSection={<IconExternalLink size={20} aria-hidden />}
        >
          Ir para pagamento
        </AnchorButton>
      )}
      {children}
      {/* The first status has the time of the registration. */}
      {payment.history.length > 1 && (
        <details className={classes.words}>
          <summary>Histórico</summary>
          <ol className={classes.history} aria-label="Histórico do pagamento">
            {payment.history.map((step) => (
              <li key={step.at + step.status}>
                {paymentChip(step.status).label} <span>· {momentWords(step.at)}</span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  )
}

function ChangePayment({ registration }: { registration: MyRegistration }) {
  const [open, setOpen] = useState(false)
  const { payment_choices: choices } = registration
  const [only] = choices
  const isShared = registration.payments.some(
    ({ status_code, people }) => isOpen(status_code) && people.length > 1,
  )
  const sharing = isShared ? ', e o novo paga também as outras inscrições dele' : ''
  const isByCaptain = registration.payments.some(
    ({ status_code, payment_link: link }) => isOpen(status_code) && link === null,
  )
  const title = isByCaptain
    ? 'Pagar eu mesmo'
    : choices.length === 1
      ? `Pagar com ${PAYMENT_TYPES[only ?? 0]}`
      : 'Pagar de outra forma'
  return (
    <>
      <TextButton
        variant="subtle"
        fullWidth
        mt="xs"
        icon={IconSwitchHorizontal}
        onClick={() => setOpen(true)}
      >
        {title}
      </TextButton>
      <Dialog opened={open} onClose={() => setOpen(false)} title={title}>
        <RenewPayment registration={registration} onDone={() => setOpen(false)}>
          {isByCaptain
            ? `Esta inscrição sai do pagamento do capitão${singleWords(registration)}. Se ele já pagou, espere a confirmação.`
            : `O link atual deixa de valer${sharing}. Se você já pagou, espere a confirmação: a de um boleto leva até 3 dias úteis.`}
        </RenewPayment>
      </Dialog>
    </>
  )
}

/** What a runner pays alone who loses the price of the group. */
function singleWords({ value, price_lines: lines }: MyRegistration): string {
  const ofGroup = lines.filter(({ kind }) => kind === 'group' || kind === 'group_free')
  const saved = ofGroup.reduce((sum, { amount }) => sum - (toCents(amount) ?? 0), 0)
  return saved === 0
    ? ''
    : ` e volta a custar ${formatCents((toCents(value) ?? 0) + saved)}, sem o preço de grupo`
}

interface RenewPaymentProps {
  registration: MyRegistration
  children: ReactNode
  onDone?: () => void
}

function RenewPayment({ registration, children, onDone }: RenewPaymentProps) {
  const { id, payment_choices: choices, event } = registration
  const renew = useRegistrationChange({
    change: (type: MyRegistration['payment_choices'][number]) =>
      api(renewMyPayment, { params: { id }, body: { payment_type: type } }),
    done: 'Novo pagamento gerado.',
    failure: 'Erro ao gerar o pagamento.',
    onSettled: onDone,
  })
  return (
    <NewPaymentForm
      types={choices}
      proposed={choices.find((type) => type === event.payment?.type) ?? null}
      busy={renew.isPending}
      onSubmit={(type) => renew.mutate(type)}
    >
      {children}
    </NewPaymentForm>
  )
}
