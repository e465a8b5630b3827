import { z } from 'zod'
import { formatCents } from '#contract/money.ts'
import { REGISTRATION_STATUS } from '#contract/payment-status.ts'
import { defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { findRegistrationMail } from '../../payment/emails/queries.ts'

/** Tells the buyer what the organizer changed. A charge that follows from it has an e-mail of its own, with its link. */
export const registrationChangedJob = defineMailJob(
  'registration-changed',
  z.object({ registrationId: z.int(), before: z.string(), refundCents: z.int() }),
  async ({ db, mailer, config }, { registrationId, before, refundCents }) => {
    const registration = await findRegistrationMail(db, registrationId)
    if (!registration || registration.status === REGISTRATION_STATUS.cancelled) return
    const { modality_name, category_name, kit_name, shirt_size } = registration
    const now = [modality_name, category_name, kit_name, shirt_size && `camisa ${shirt_size}`]
    const refund = refundCents > 0 && formatCents(refundCents)
    const value = registration.total_cents === 0 ? 'Gratuito' : formatCents(registration.total_cents)
    await mailer.send({
      to: registration.buyer_email,
      subject: `Inscrição alterada: ${registration.event_title}`,
      ...emailLayout({
        title: 'Inscrição alterada',
        body: html`<p>Olá, ${registration.buyer_name}!</p>
<p>A organização alterou a inscrição de <strong>${registration.participant_name}</strong> em <strong>${registration.event_title}</strong>.</p>
<table><tr><th>Antes</th><td>${before}</td></tr><tr><th>Agora</th><td>${now.filter(Boolean).join(' · ')}</td></tr><tr><th>Valor</th><td>${value}</td></tr>${refund && html`<tr><th>Devolução</th><td>${refund}</td></tr>`}</table>`,
        action: { label: 'Ver minhas inscrições', url: `${config.publicUrl}/participante/eventos` },
        note: html`Se houver algo a pagar, o link chega em outra mensagem. Se você não esperava por isso, fale com a organização do evento.`,
      }),
    })
  },
)
