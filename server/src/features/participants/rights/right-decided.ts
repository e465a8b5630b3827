import { z } from 'zod'
import { formatCents } from '#contract/money.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { formatDueDate } from '#server/features/payment/domain/due-date.ts'
import { linksOf } from '#server/features/payment/emails/payment-due.ts'
import {
  findRegistrationMail,
  lacksLink,
  listPayable,
  listRefundsToTell,
  markTold,
  refundWords,
} from '#server/features/payment/emails/queries.ts'
import { moneyWords } from '#server/features/registration/queries/money.ts'
import { defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { findClaim } from './queries.ts'

const WORDS = {
  rejected: { title: 'Desconto recusado', sentence: 'A organização recusou o desconto' },
  approved: { title: 'Desconto concedido', sentence: 'A organização concedeu o desconto' },
} as const

/** Throws, and is retried, while a payment has no charge yet. */
export const rightDecidedJob = defineMailJob(
  'right-decided',
  z.object({
    registrationId: z.int(),
    ruleId: z.int(),
    status: z.enum(['approved', 'rejected']),
    paymentIds: z.array(z.int()),
  }),
  async ({ db, mailer, config: { publicUrl } }, { registrationId, ruleId, status, paymentIds }) => {
    const registration = await findRegistrationMail(db, registrationId)
    const claim = await findClaim(db, registrationId, ruleId)
    if (!registration || registration.status === REGISTRATION_STATUS.cancelled) return
    if (claim?.status !== status) return
    if (await lacksLink(db, paymentIds)) throw new Error('the new payment has no charge yet')
    const { title, sentence } = WORDS[status]
    const payer = { eventId: registration.event_id, payerUserId: registration.responsible_user_id }
    const [first, ...others] = paymentIds.length > 0 ? await listPayable(db, payer) : []
    const links = first && linksOf([first, ...others], publicUrl)
    const due = first && formatDueDate(first.due_on, first.expires_at)
    const refunds = await listRefundsToTell(db, registrationId)
    await mailer.send({
      to: registration.buyer_email,
      subject: `${title}: ${due ? `pague até ${due} · ` : ''}${registration.event_title}`,
      ...emailLayout({
        title,
        body: html`<p>Olá, ${registration.buyer_name}!</p>
<p>${sentence} <strong>${claim.name}</strong> na inscrição de <strong>${registration.participant_name}</strong> em <strong>${registration.event_title}</strong>.</p>
<table>${claim.review_reason && html`<tr><th>Motivo</th><td>${claim.review_reason}</td></tr>`}<tr><th>Valor da inscrição</th><td>${formatCents(registration.total_cents)}</td></tr><tr><th>Pagamento</th><td>${moneyWords(registration)}</td></tr></table>
${links && html`<p>O pagamento vence em ${due}.</p>${links.table}`}
${
  status === 'rejected' &&
  html`<p>Se preferir não pagar, cancele a inscrição em Meus Eventos: o que já foi pago por ela volta por inteiro.</p>`
}
${refunds.length > 0 && html`<p>${refundWords(refunds)}</p>`}`,
        action: links?.action ?? { label: 'Ver minhas inscrições', url: `${publicUrl}/participante/eventos` },
        note: html`Se não concordar, fale com a organização do evento.`,
      }),
    })
    await markTold(db, refunds)
  },
)
