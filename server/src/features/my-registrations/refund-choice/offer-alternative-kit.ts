import { toBrazilianDate } from '#contract/dates.ts'
import { formatCents } from '#contract/money.ts'
import { registrationPaidTooLate } from '#server/features/outbox/domain-events.ts'
import { findRegistrationMail, kitWords } from '#server/features/payment/emails/queries.ts'
import { findChoice } from '#server/features/payment/held-refunds/queries.ts'
import { refundHeldMoney } from '#server/features/payment/held-refunds/refund-held-money.ts'
import { lockPaymentsOf } from '#server/features/payment/queries/locks.ts'
import { transaction } from '#server/lib/db.ts'
import { addJob, defineMailJob, defineMoneyJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { on } from '#server/lib/outbox.ts'
import { getHeld } from './queries.ts'
import { readAlternativeKits } from './read-alternative-kits.ts'

/** Offers the runner another kit by e-mail, or refunds the money when there is none. */
export const offerAlternativeKitJob = defineMoneyJob(
  'offer-alternative-kit',
  registrationPaidTooLate.payload,
  async ({ db, clock, gateway }, { registrationId }) => {
    await transaction(db, async (tx) => {
      await lockPaymentsOf(tx, [registrationId])
      const waiting = await findChoice(tx, registrationId)
      if (waiting?.kind !== 'late' || waiting.choice !== null) return
      const at = clock.now()
      const found = await readAlternativeKits(tx, registrationId, at)
      if (found && found.places.length > 0) await addJob(tx, alternativeKitOfferedJob, { registrationId })
      else await refundHeldMoney(tx, registrationId, { at, by: null, provider: gateway.provider })
    })
  },
  { subscriptions: [on(registrationPaidTooLate, { oncePer: 'registrationId' })] },
)

export const alternativeKitOfferedJob = defineMailJob(
  'alternative-kit-offered',
  registrationPaidTooLate.payload,
  async ({ db, mailer, config }, { registrationId }) => {
    const registration = await findRegistrationMail(db, registrationId)
    const waiting = await findChoice(db, registrationId)
    if (!registration || !waiting || waiting.choice !== null) return
    const { paidCents } = await getHeld(db, registrationId)
    await mailer.send({
      to: registration.buyer_email,
      subject: `Seu pagamento chegou depois do prazo: ${registration.event_title}`,
      ...emailLayout({
        title: 'Escolha outro kit ou receba de volta',
        body: html`<p>Olá, ${registration.buyer_name}!</p>
<p>Recebemos <strong>${formatCents(paidCents)}</strong> pela inscrição de <strong>${registration.participant_name}</strong> em <strong>${registration.event_title}</strong> depois do prazo, e o que foi escolhido (${kitWords(registration)}) já se esgotou.</p>
<p>Ainda há vagas na mesma categoria. Até ${toBrazilianDate(waiting.ends_on)} você pode ficar com outro kit, pelo preço de hoje, e pagar só a diferença, ou receber tudo de volta. Sem resposta, devolvemos tudo. Até você escolher, a vaga não está reservada.</p>`,
        action: {
          label: 'Escolher',
          url: `${config.publicUrl}/participante/inscricoes/${registrationId}`,
        },
      }),
    })
  },
)
