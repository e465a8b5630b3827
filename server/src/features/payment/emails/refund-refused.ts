import { z } from 'zod'
import { formatCents } from '#contract/money.ts'
import { REGISTRATION_STATUS } from '#contract/payment-status.ts'
import { refundMessage } from '#contract/refund.ts'
import { defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { findRefundMail } from './queries.ts'

/** Tells the payer that a refund was refused, why, and whether the registration stands. */
export const refundRefusedJob = defineMailJob(
  'refund-refused',
  z.object({ refundId: z.int() }),
  async ({ db, mailer, config }, { refundId }) => {
    const refund = await findRefundMail(db, refundId)
    if (refund?.status !== 'refused') return
    const stands = refund.registration_status !== REGISTRATION_STATUS.cancelled
    await mailer.send({
      to: refund.payer_email,
      subject: `Devolução recusada: ${refund.event_title}`,
      ...emailLayout({
        title: 'Devolução recusada',
        body: html`<p>Olá, ${refund.payer_name}!</p>
<p>A devolução de <strong>${formatCents(refund.amount_cents)}</strong> da inscrição em <strong>${refund.event_title}</strong> não será feita.</p>
<p>${refundMessage('refused', refund.type, false, refund.note)}</p>
${stands && html`<p>A inscrição continua valendo.</p>`}`,
        action: { label: 'Ver minhas inscrições', url: `${config.publicUrl}/participante/eventos` },
        note: html`Se você não concorda, fale com a organização do evento.`,
      }),
    })
  },
)
