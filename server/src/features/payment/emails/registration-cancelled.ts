import { z } from 'zod'
import { REGISTRATION_STATUS } from '#contract/payment-status.ts'
import { defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { tellParticipantLater } from './participant-news.ts'
import { findRegistrationMail } from './queries.ts'

/** Tells the buyer that they or the organizer cancelled a registration. Sends nothing when it was restored meanwhile. */
export const registrationCancelledJob = defineMailJob(
  'registration-cancelled',
  z.object({ registrationId: z.int(), by: z.enum(['organizer', 'participant']).default('organizer') }),
  async ({ db, mailer, config }, { registrationId, by }) => {
    const registration = await findRegistrationMail(db, registrationId)
    if (registration?.status !== REGISTRATION_STATUS.cancelled) return
    await tellParticipantLater(db, registrationId, 'cancelled')
    const { participant_name: name, event_title: title } = registration
    await mailer.send({
      to: registration.buyer_email,
      subject: `Inscrição cancelada: ${title}`,
      ...emailLayout({
        title: 'Inscrição cancelada',
        body: html`<p>Olá, ${registration.buyer_name}!</p>
<p>${
          by === 'participant'
            ? html`A inscrição de <strong>${name}</strong> em <strong>${title}</strong> foi cancelada, como você pediu.`
            : html`A organização cancelou a inscrição de <strong>${name}</strong> em <strong>${title}</strong>.`
        } Nada mais será cobrado por ela.</p>`,
        action: { label: 'Ver minhas inscrições', url: `${config.publicUrl}/participante/eventos` },
        note:
          by === 'participant'
            ? html`Se não foi você, troque a sua senha e fale conosco.`
            : html`Se você não esperava por isso, fale com a organização do evento.`,
      }),
    })
  },
)
