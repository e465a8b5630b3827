import { z } from 'zod'
import { cancellationSentences } from '#contract/cancellation-sentences.ts'
import { toBrazilianDate } from '#contract/dates.ts'
import { REGISTRATION_STATUS } from '#contract/payment-status.ts'
import { defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { withdrawalRule } from '../../fees/refund-settings/queries.ts'
import { moneyWords } from '../../registration/queries/money.ts'
import { tellParticipantLater } from './participant-news.ts'
import { findRegistrationMail } from './queries.ts'

type RegistrationMail = NonNullable<Awaited<ReturnType<typeof findRegistrationMail>>>

/** Tells the buyer that a registration, paid or free, is confirmed; nothing when it no longer is. */
export const registrationConfirmedJob = defineMailJob(
  'registration-confirmed',
  z.object({ registrationId: z.int() }),
  async ({ db, mailer, config }, { registrationId }) => {
    const registration = await findRegistrationMail(db, registrationId)
    if (registration?.status !== REGISTRATION_STATUS.confirmed) return
    await tellParticipantLater(db, registrationId, 'confirmed')
    await mailer.send({
      to: registration.buyer_email,
      subject: `Inscrição confirmada: ${registration.event_title}`,
      ...registrationConfirmedEmail(registration, `${config.publicUrl}/participante/eventos`),
    })
  },
)

function registrationConfirmedEmail(registration: RegistrationMail, myEventsUrl: string) {
  const location = [registration.city_name, registration.state_code].filter(Boolean).join(' · ')
  const facts = [
    ['Participante', registration.participant_name],
    ['Prova', `${registration.modality_name} · ${registration.category_name}`],
    ['Quando', `${toBrazilianDate(registration.event_on)}, às ${registration.start_time.slice(0, 5)}`],
    ['Onde', location],
    [
      'Kit',
      [registration.kit_name, registration.shirt_size && `camisa ${registration.shirt_size}`]
        .filter(Boolean)
        .join(', '),
    ],
    ['Valor', moneyWords(registration)],
  ].filter(([, value]) => value)
  const policy =
    registration.total_cents > 0
      ? cancellationSentences({
          rule: withdrawalRule(registration),
          tiers: registration.cancellation_tiers,
          eventOn: registration.event_on,
        })
      : []
  return emailLayout({
    title: 'Inscrição confirmada',
    body: html`<p>Olá, ${registration.buyer_name}!</p>
<p>${registration.total_cents > 0 && 'Recebemos o pagamento. '}A inscrição de <strong>${registration.participant_name}</strong> em <strong>${registration.event_title}</strong> está confirmada. Nos vemos na largada!</p>
<table>${facts.map(([name, value]) => html`<tr><th>${name}</th><td>${value}</td></tr>`)}</table>
${
  policy.length > 0 &&
  html`<p><strong>Se você precisar cancelar</strong></p>
<ul>${policy.map((sentence) => html`<li>${sentence}</li>`)}</ul>`
}`,
    action: { label: 'Ver minhas inscrições', url: myEventsUrl },
  })
}
