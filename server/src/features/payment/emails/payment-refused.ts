import { formatCents } from '#contract/money.ts'
import { PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import { paymentRefused } from '#server/features/outbox/domain-events.ts'
import { paymentLink } from '#server/features/registration/payment-link.ts'
import { defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { on } from '#server/lib/outbox.ts'
import { formatDueDate } from '../domain/due-date.ts'
import { findPayable } from './queries.ts'

/** A payer whose card was refused is usually still on the page and tries again. */
const DELAY_MS = 10 * 60_000

/** Sends nothing if the payment is no longer refused. */
export const paymentRefusedJob = defineMailJob(
  'payment-refused',
  paymentRefused.payload,
  async ({ db, mailer, config }, { paymentId }) => {
    const payment = await findPayable(db, paymentId)
    if (payment?.status !== PAYMENT_STATUS.refused) return
    await mailer.send({
      to: payment.buyer_email,
      subject: `O cartão foi recusado: ${payment.event_title}`,
      ...emailLayout({
        title: 'O cartão foi recusado',
        body: html`<p>Olá, ${payment.buyer_name}!</p>
<p>O banco não aprovou o pagamento de ${formatCents(payment.amount_cents)} em <strong>${payment.event_title}</strong> (${payment.participants.join(', ')}). Nada foi cobrado.</p>
<p>${payment.is_difference ? 'A vaga está garantida: falta só a diferença, que pode ser paga até' : 'A vaga fica guardada até'} ${formatDueDate(payment.due_on, payment.expires_at)}. Tente de novo com o mesmo link, com outro cartão ou de outra forma.</p>`,
        action: { label: 'Tentar de novo', url: paymentLink(config.publicUrl, payment.token) },
        note: html`Se o banco recusar outra vez, ele sabe o motivo: pergunte pelo aplicativo ou telefone.`,
      }),
    })
  },
  { subscriptions: [on(paymentRefused, { delayMs: DELAY_MS, oncePer: 'paymentId' })] },
)
