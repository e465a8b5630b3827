import { z } from 'zod'
import { REGISTRATION_STATUS } from '#contract/payment-status.ts'
import { PAYMENT_TYPES } from '#contract/payment-types.ts'
import { defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { formatDueDate } from '../../payment/domain/due-date.ts'
import { linksOf } from '../../payment/emails/payment-due.ts'
import {
  findRegistrationMail,
  lacksLink,
  listPayable,
  listRefundsToTell,
  markTold,
  refundWords,
} from '../../payment/emails/queries.ts'
import { moneyWords } from '../../registration/queries/money.ts'

/**
 * Tells the buyer what the organizer changed, with the links of the payments that it made and how far its refunds are. Throws while a
 * payment waits for its charge: the job is tried again.
 */
export const registrationChangedJob = defineMailJob(
  'registration-changed',
  z.object({ registrationId: z.int(), before: z.string(), paymentIds: z.array(z.int()) }),
  async ({ db, mailer, config: { publicUrl } }, { registrationId, before, paymentIds }) => {
    const registration = await findRegistrationMail(db, registrationId)
    if (!registration || registration.status === REGISTRATION_STATUS.cancelled) return
    if (await lacksLink(db, paymentIds)) throw new Error('the new payment has no charge yet')
    const { modality_name, category_name, kit_name, shirt_size, event_title: event } = registration
    const now = [modality_name, category_name, kit_name, shirt_size && `camisa ${shirt_size}`]
    const payer = { eventId: registration.event_id, payerUserId: registration.responsible_user_id }
    const [first, ...others] = paymentIds.length > 0 ? await listPayable(db, payer) : []
    const links = first && linksOf([first, ...others], publicUrl)
    const due = first && formatDueDate(first.due_on, first.expires_at)
    const method = first && PAYMENT_TYPES[first.type]
    const refunds = await listRefundsToTell(db, registrationId)
    await mailer.send({
      to: registration.buyer_email,
      subject: `Inscrição alterada: ${due ? `pague até ${due} · ` : ''}${event}`,
      ...emailLayout({
        title: 'Inscrição alterada',
        body: html`<p>Olá, ${registration.buyer_name}!</p>
<p>A organização alterou a inscrição de <strong>${registration.participant_name}</strong> em <strong>${event}</strong>.</p>
<table><tr><th>Antes</th><td>${before}</td></tr><tr><th>Agora</th><td>${now.filter(Boolean).join(' · ')}</td></tr><tr><th>Valor</th><td>${moneyWords(registration)}</td></tr></table>
${
  links &&
  html`<p>${
    registration.status === REGISTRATION_STATUS.confirmed
      ? 'A vaga está garantida: falta só a diferença'
      : 'A vaga está guardada até o pagamento'
  }${method && `, por ${method}`}, que vence em ${due}.</p>
${links.table}`
}
${refunds.length > 0 && html`<p>${refundWords(refunds)}</p>`}`,
        action: links?.action ?? { label: 'Ver minhas inscrições', url: `${publicUrl}/participante/eventos` },
        note: html`Se você não esperava por isso, fale com a organização do evento.`,
      }),
    })
    await markTold(db, refunds)
  },
)
