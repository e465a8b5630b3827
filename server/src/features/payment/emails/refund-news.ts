import { z } from 'zod'
import { formatCents } from '#contract/money.ts'
import { REGISTRATION_STATUS } from '#contract/payment-status.ts'
import type { Tx } from '#server/lib/db.ts'
import { addJob, defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { findRefundMail, markTold, refundWords } from './queries.ts'

/** Longer than `FOLD_MS`: the e-mail about what caused the refund comes first, and says how far it has come. */
const NEWS_DELAY_MS = 60_000

const NEWS = {
  sent: { title: 'Devolução a caminho', words: 'Estamos devolvendo' },
  done: { title: 'Devolução concluída', words: 'Devolvemos' },
  refused: { title: 'Devolução recusada', words: 'Não será feita a devolução de' },
} as const

/**
 * Tells the payer how far a refund has come: the latest of what happened within a minute, and nothing that another e-mail has told. That it
 * is on its way is news only to whom nobody told of the refund, and to whoever has to give bank data.
 */
export const refundNewsJob = defineMailJob(
  'refund-news',
  z.object({ refundId: z.int() }),
  async ({ db, mailer, config }, { refundId }) => {
    const refund = await findRefundMail(db, refundId)
    if (!refund) return
    const { status, told_status: told, request_url: url } = refund
    if (status !== 'sent' && status !== 'done' && status !== 'refused') return
    if (status === told || (status === 'sent' && told === 'approved' && url === null)) return
    const { title, words } = NEWS[status]
    const myEvents = { label: 'Ver minhas inscrições', url: `${config.publicUrl}/participante/eventos` }
    const link =
      status === 'sent'
        ? url && { label: 'Informar dados bancários', url }
        : status === 'done' && refund.receipt_url && { label: 'Ver comprovante', url: refund.receipt_url }
    const stands = refund.registration_status !== REGISTRATION_STATUS.cancelled
    await mailer.send({
      to: refund.payer_email,
      subject: `${title}: ${refund.event_title}`,
      ...emailLayout({
        title,
        body: html`<p>Olá, ${refund.payer_name}!</p>
<p>${words} <strong>${formatCents(refund.amount_cents)}</strong> da inscrição em <strong>${refund.event_title}</strong>.</p>
<p>${refundWords([refund])}</p>
${status === 'refused' && stands && html`<p>A inscrição continua valendo.</p>`}`,
        action: link || myEvents,
        ...(status === 'refused' && {
          note: html`Se você não concorda, fale com a organização do evento.`,
        }),
      }),
    })
    await markTold(db, [refund])
  },
)

/** One waiting message a refund, however often it moves meanwhile. */
export const tellRefundLater = (tx: Tx, refundId: number, at: Date): Promise<void> =>
  addJob(
    tx,
    refundNewsJob,
    { refundId },
    { jobKey: `refund-news:${refundId}`, runAt: new Date(at.getTime() + NEWS_DELAY_MS), keepsTime: true },
  )
