import { z } from 'zod'
import { REGISTRATION_STATUS } from '#contract/payment-status.ts'
import { defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { findRegistrationMail } from '../../payment/emails/queries.ts'

/** Tells the buyer that the organizer cancelled a registration. Sends nothing when it was restored meanwhile. */
export const registrationCancelledJob = defineMailJob(
  'registration-cancelled',
  z.object({ registrationId: z.int() }),
  async ({ db, mailer, config }, { registrationId }) => {
    const registration = await findRegistrationMail(db, registrationId)
    if (registration?.status !== REGISTRATION_STATUS.cancelled) return
    await mailer.send({
      to: registration.buyer_email,
      subject: `Inscrição cancelada: ${registration.event_title}`,
      ...emailLayout({
        title: 'Inscrição cancelada',
        body: html`<p>Olá, ${registration.buyer_name}!</p>
<p>A organização cancelou a inscrição de <strong>${registration.participant_name}</strong> em <strong>${registration.event_title}</strong>. Nada mais será cobrado por ela.</p>`,
        action: { label: 'Ver minhas inscrições', url: `${config.publicUrl}/participante/eventos` },
        note: html`Se você não esperava por isso, fale com a organização do evento.`,
      }),
    })
  },
)
