import { toBrazilianDate } from '#contract/dates.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { cancellationSentences } from '#contract/registration/cancellation-sentences.ts'
import { sellerWords } from '#contract/seller.ts'
import { sellerOf } from '#server/features/event/domain/seller.ts'
import { withdrawalRule } from '#server/features/fees/refund-settings/queries.ts'
import { registrationConfirmed } from '#server/features/outbox/domain-events.ts'
import { moneyWords } from '#server/features/registration/queries/money.ts'
import { defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { on } from '#server/lib/outbox.ts'
import { tellParticipantLater } from './participant-news.ts'
import { priceWords } from './price-words.ts'
import { findRegistrationMail, kitWords } from './queries.ts'

type RegistrationMail = NonNullable<Awaited<ReturnType<typeof findRegistrationMail>>>

/** Sends nothing if the registration is no longer confirmed. */
export const registrationConfirmedJob = defineMailJob(
  'registration-confirmed',
  registrationConfirmed.payload,
  async ({ db, mailer, config }, { registrationId }) => {
    const registration = await findRegistrationMail(db, registrationId)
    if (registration?.status !== REGISTRATION_STATUS.confirmed) return
    await tellParticipantLater(db, registration, 'confirmed')
    await mailer.send({
      to: registration.buyer_email,
      subject: `Inscrição confirmada: ${registration.event_title}`,
      ...registrationConfirmedEmail(registration, `${config.publicUrl}/participante/eventos`),
    })
  },
  { subscriptions: [on(registrationConfirmed)] },
)

function registrationConfirmedEmail(registration: RegistrationMail, myEventsUrl: string) {
  const location = [registration.city_name, registration.state_code].filter(Boolean).join(' · ')
  const facts = [
    ['Participante', registration.participant_name],
    ['Prova', `${registration.modality_name} · ${registration.category_name}`],
    ['Quando', `${toBrazilianDate(registration.event_on)}, às ${registration.start_time.slice(0, 5)}`],
    ['Onde', location],
    ['Kit', kitWords(registration)],
    ['Valor', moneyWords(registration)],
    ['Composição', registration.total_cents > 0 && priceWords(registration.price_lines)],
  ] as const
  const policy =
    registration.total_cents > 0
      ? cancellationSentences({
          rule: withdrawalRule(registration),
          tiers: registration.cancellation_tiers,
          eventOn: registration.event_on,
        })
      : []
  const seller = sellerOf(registration.seller)
  return emailLayout({
    title: 'Inscrição confirmada',
    body: html`<p>Olá, ${registration.buyer_name}!</p>
<p>${registration.total_cents > 0 && 'Recebemos o pagamento. '}A inscrição de <strong>${registration.participant_name}</strong> em <strong>${registration.event_title}</strong> está confirmada. Nos vemos na largada!</p>
<table>${facts.map(([name, value]) => value && html`<tr><th>${name}</th><td>${value}</td></tr>`)}</table>
${
  policy.length > 0 &&
  html`<p><strong>Se você precisar cancelar</strong></p>
<ul>${policy.map((sentence) => html`<li>${sentence}</li>`)}</ul>`
}`,
    action: { label: 'Ver minhas inscrições', url: myEventsUrl },
    ...(seller && { note: html`Organização do evento: ${sellerWords(seller)}` }),
  })
}
