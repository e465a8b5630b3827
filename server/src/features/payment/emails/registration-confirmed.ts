import { dayIn, type IsoDate } from '#contract/dates.ts'
import { pickupWords } from '#contract/event/pickup-words.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { cancellationSentences } from '#contract/registration/cancellation-sentences.ts'
import { sellerWords } from '#contract/seller.ts'
import { sellerOf } from '#server/features/event/domain/seller.ts'
import { raceCalendar, raceCard, reservation } from '#server/features/event/emails/race.ts'
import { presentPickup } from '#server/features/event/kit-pickup.ts'
import { withdrawalRule } from '#server/features/fees/refund-settings/queries.ts'
import { registrationConfirmed, registrationTransferred } from '#server/features/outbox/domain-events.ts'
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
  async ({ db, mailer, config, clock }, { registrationId }) => {
    const registration = await findRegistrationMail(db, registrationId)
    if (registration?.status !== REGISTRATION_STATUS.confirmed) return
    await tellParticipantLater(db, registration, 'confirmed')
    await mailer.send({
      to: registration.buyer_email,
      subject: `Inscrição confirmada: ${registration.event_title}`,
      ...registrationConfirmedEmail(registration, {
        publicUrl: config.publicUrl,
        today: dayIn(registration.race.timezone, clock.now()),
      }),
      calendar: raceCalendar(registration.race, config.publicUrl),
    })
  },
  { subscriptions: [on(registrationConfirmed), on(registrationTransferred)] },
)

function registrationConfirmedEmail(
  registration: RegistrationMail,
  { publicUrl, today }: { publicUrl: string; today: IsoDate },
) {
  const pickup = presentPickup(registration.race.kit_pickup)
  const facts = [
    ['Participante', registration.participant_name],
    ['Prova', `${registration.modality_name} · ${registration.category_name}`],
    ['Kit', kitWords(registration)],
    ['Entrega do kit', pickup && pickupWords(pickup)],
    ['Valor', moneyWords(registration)],
    ['Composição', registration.total_cents > 0 && priceWords(registration.price_lines)],
  ] as const
  const policy =
    registration.total_cents > 0
      ? cancellationSentences({
          rule: withdrawalRule(registration),
          tiers: registration.cancellation_tiers,
          eventOn: registration.event_on,
          today,
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
    action: { label: 'Ver minhas inscrições', url: `${publicUrl}/participante/eventos` },
    hero: raceCard(registration.race, publicUrl),
    data: reservation(registration.race, publicUrl, {
      registrationId: registration.id,
      name: registration.participant_name,
    }),
    ...(seller && { note: html`Organização do evento: ${sellerWords(seller)}` }),
  })
}
