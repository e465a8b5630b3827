import { registrationDisowned } from '#server/features/outbox/domain-events.ts'
import { defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { on } from '#server/lib/outbox.ts'
import { findDisownmentMail } from './queries.ts'

/** Tells the buyer that the registration was cancelled, or the organizer that a paid one needs a decision. */
export const registrationDisownedJob = defineMailJob(
  'registration-disowned',
  registrationDisowned.payload,
  async ({ db, mailer, config }, { registrationId, disownment }) => {
    const registration = await findDisownmentMail(db, registrationId)
    if (!registration) return
    const { title, name } = registration
    if (disownment === 'released') {
      await mailer.send({
        to: registration.buyer_email,
        subject: `Inscrição cancelada: ${title}`,
        ...emailLayout({
          title: 'Inscrição cancelada',
          body: html`<p>Olá, ${registration.buyer_name}!</p>
<p>Quem recebeu o aviso da inscrição de <strong>${name}</strong> em <strong>${title}</strong> respondeu que não a conhece. Ela foi cancelada e nada será cobrado por ela.</p>`,
          action: { label: 'Ver minhas inscrições', url: `${config.publicUrl}/participante/eventos` },
          note: html`Se foi um engano, confira o e-mail e o CPF da pessoa e faça a inscrição de novo.`,
        }),
      })
      return
    }
    await mailer.send({
      to: registration.contact_email ?? registration.organizer_email,
      subject: `Inscrição contestada: ${title}`,
      ...emailLayout({
        title: 'Uma inscrição paga foi contestada',
        body: html`<p>Olá!</p>
<p>Quem recebeu o aviso da inscrição nº ${registration.id}, em nome de <strong>${name}</strong>, em <strong>${title}</strong>, respondeu que não a conhece. Como há pagamento, ela continua valendo até que a organização decida.</p>
<p>Fale com quem fez a inscrição e, se for o caso, cancele-a.</p>`,
        action: {
          label: 'Ver a inscrição',
          url: `${config.publicUrl}/organizador/evento/participante/editar/${registration.id}`,
        },
      }),
    })
  },
  { subscriptions: [on(registrationDisowned)] },
)
