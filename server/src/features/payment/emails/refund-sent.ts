import { z } from 'zod'
import { formatCents } from '#contract/money.ts'
import { refundMessage } from '#contract/refund.ts'
import { defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { findRefundMail } from './queries.ts'

/** Tells the payer that a refund is on its way, and of a boleto where to give their bank data; nothing when it is not any more. */
export const refundSentJob = defineMailJob(
  'refund-sent',
  z.object({ refundId: z.int() }),
  async ({ db, mailer, config }, { refundId }) => {
    const refund = await findRefundMail(db, refundId)
    if (refund?.status !== 'sent') return
    const url = refund.request_url
    await mailer.send({
      to: refund.payer_email,
      subject: `Devolução a caminho: ${refund.event_title}`,
      ...emailLayout({
        title: 'Devolução a caminho',
        body: html`<p>Olá, ${refund.payer_name}!</p>
<p>Estamos devolvendo <strong>${formatCents(refund.amount_cents)}</strong> da inscrição em <strong>${refund.event_title}</strong>.</p>
<p>${refundMessage('sent', refund.type, url !== null)}</p>`,
        action: url
          ? { label: 'Informar dados bancários', url }
          : { label: 'Ver minhas inscrições', url: `${config.publicUrl}/participante/eventos` },
      }),
    })
  },
)
