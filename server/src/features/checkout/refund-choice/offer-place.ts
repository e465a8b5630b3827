import { toBrazilianDate } from '#contract/dates.ts'
import { formatCents } from '#contract/money.ts'
import { transaction } from '#server/lib/db.ts'
import { addJob, defineMailJob, defineMoneyJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { findRegistrationMail } from '../../payment/emails/queries.ts'
import { OFFER_PLACE } from '../../payment/follow-up-jobs.ts'
import { lockPaymentsOf } from '../../payment/queries.ts'
import { findChoice } from '../../payment/refund-choices/queries.ts'
import { refundHeldMoney } from '../../payment/refund-choices/refund-held-money.ts'
import { getHeld } from './queries.ts'
import { readPlaces } from './read-places.ts'

/** Tells whoever paid too late that another place is left, or refunds them when there is none. */
export const offerPlaceJob = defineMoneyJob(
  OFFER_PLACE.name,
  OFFER_PLACE.payload,
  async ({ db, clock, gateway }, { registrationId }) => {
    await transaction(db, async (tx) => {
      await lockPaymentsOf(tx, [registrationId])
      const waiting = await findChoice(tx, registrationId)
      if (waiting?.kind !== 'late' || waiting.choice !== null) return
      const at = clock.now()
      const found = await readPlaces(tx, await getHeld(tx, registrationId), at)
      if (found && found.places.length > 0) await addJob(tx, placeOfferedJob, { registrationId })
      else await refundHeldMoney(tx, registrationId, { at, by: null, provider: gateway.provider })
    })
  },
)

/** Says to a buyer that the place they paid for is gone, and that they may take another or have the money back. */
export const placeOfferedJob = defineMailJob(
  'place-offered',
  OFFER_PLACE.payload,
  async ({ db, mailer, config }, { registrationId }) => {
    const registration = await findRegistrationMail(db, registrationId)
    const waiting = await findChoice(db, registrationId)
    if (!registration || !waiting || waiting.choice !== null) return
    const { paidCents } = await getHeld(db, registrationId)
    const { kit_name, shirt_size } = registration
    const gone = [kit_name, shirt_size && `camisa ${shirt_size}`].filter(Boolean).join(', ')
    await mailer.send({
      to: registration.buyer_email,
      subject: `Seu pagamento chegou depois do prazo: ${registration.event_title}`,
      ...emailLayout({
        title: 'Escolha outro kit ou receba de volta',
        body: html`<p>Olá, ${registration.buyer_name}!</p>
<p>Recebemos <strong>${formatCents(paidCents)}</strong> pela inscrição de <strong>${registration.participant_name}</strong> em <strong>${registration.event_title}</strong> depois do prazo, e o que foi escolhido (${gone}) já se esgotou.</p>
<p>Ainda há vagas na mesma categoria. Até ${toBrazilianDate(waiting.ends_on)} você pode ficar com outro kit, pelo preço de hoje, e pagar só a diferença, ou receber tudo de volta. Sem resposta, devolvemos tudo. Até você escolher, a vaga não está reservada.</p>`,
        action: {
          label: 'Escolher',
          url: `${config.publicUrl}/participante/inscricoes/${registrationId}`,
        },
      }),
    })
  },
)
