import { z } from 'zod'
import { formatCents } from '#contract/money.ts'
import { refundMessage } from '#contract/refund.ts'
import { defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { findRefundMail } from './queries.ts'

/** Tells the payer that a refund is done. */
export const refundDoneJob = defineMailJob(
  'refund-done',
  z.object({ refundId: z.int() }),
  async ({ db, mailer, config }, { refundId }) => {
    const refund = await findRefundMail(db, refundId)
    if (refund?.status !== 'done') return
    await mailer.send({
      to: refund.payer_email,
      subject: `Devolução concluída: ${refund.event_title}`,
      ...emailLayout({
        title: 'Devolução concluída',
        body: html`<p>Olá, ${refund.payer_name}!</p>
<p>Devolvemos <strong>${formatCents(refund.amount_cents)}</strong> da inscrição em <strong>${refund.event_title}</strong>.</p>
<p>${refundMessage('done', refund.type, false)}</p>`,
        action: refund.receipt_url
          ? { label: 'Ver comprovante', url: refund.receipt_url }
          : { label: 'Ver minhas inscrições', url: `${config.publicUrl}/participante/eventos` },
      }),
    })
  },
)
