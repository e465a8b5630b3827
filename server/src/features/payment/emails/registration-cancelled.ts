import { momentIn, timeIn } from '#contract/dates.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { type CancelReason, registrationCancelled } from '#server/features/outbox/domain-events.ts'
import { moneyWords } from '#server/features/registration/queries/money.ts'
import { defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { on } from '#server/lib/outbox.ts'
import { BANK_ZONE } from '../domain/due-date.ts'
import { undoOffer } from '../domain/undo-offer.ts'
import { tellParticipantLater } from './participant-news.ts'
import { FOLD_MS } from './payment-due.ts'
import { findRegistrationMail, listRefundsToTell, markTold, refundWords } from './queries.ts'

const BECAUSE_OF_GUARDIAN = ['guardian_refused', 'guardian_missing'] as const
const BECAUSE: Readonly<Partial<Record<CancelReason, string>>> = {
  participant: ', como você pediu',
  guardian_refused: ', porque a participação não foi autorizada',
  guardian_missing: ', porque a autorização do responsável não chegou no prazo',
}

/**
 * Sends nothing if the registration was restored since. Delayed, so that it can report the refund's status.
 */
export const registrationCancelledJob = defineMailJob(
  'registration-cancelled',
  registrationCancelled.payload,
  async ({ db, mailer, config, clock }, { registrationId, reason }) => {
    const registration = await findRegistrationMail(db, registrationId)
    if (registration?.status !== REGISTRATION_STATUS.cancelled) return
    await tellParticipantLater(db, registration, 'cancelled')
    const refunds = await listRefundsToTell(db, registrationId)
    const bankData = refunds.find(({ status, request_url }) => status === 'sent' && request_url !== null)
    const { participant_name: name, event_title: title, cancelled_at: at } = registration
    // Decreto 7.962/2013, art. 5 § 4: a withdrawal is confirmed at once.
    const withdrawn = registration.is_withdrawal && at && momentIn(BANK_ZONE, at)
    const undo = undoOffer(registration, clock.now())
    await mailer.send({
      to: registration.buyer_email,
      subject: `Inscrição cancelada: ${title}`,
      ...emailLayout({
        title: 'Inscrição cancelada',
        body: html`<p>Olá, ${registration.buyer_name}!</p>
<p>${withdrawn && html`Confirmamos a sua desistência, recebida em <strong>${withdrawn}</strong> (horário de Brasília). `}${
          reason === 'organizer'
            ? html`A organização cancelou a inscrição de <strong>${name}</strong> em <strong>${title}</strong>.`
            : html`A inscrição de <strong>${name}</strong> em <strong>${title}</strong> foi cancelada${BECAUSE[reason] ?? ''}.`
        } Nada mais será cobrado por ela.</p>
${'until' in undo && html`<p>Mudou de ideia? Até as <strong>${timeIn(BANK_ZONE, undo.until)}</strong> (horário de Brasília) você pode desfazer o cancelamento na página da inscrição, se a vaga ainda estiver livre.</p>`}
${refunds.length > 0 && html`<p><strong>${moneyWords(registration)}.</strong> ${refundWords(refunds)}</p>`}`,
        action: bankData?.request_url
          ? { label: 'Informar dados bancários', url: bankData.request_url }
          : { label: 'Ver minhas inscrições', url: `${config.publicUrl}/participante/eventos` },
        note:
          reason === 'participant'
            ? html`Se não foi você, troque a sua senha e fale conosco.`
            : BECAUSE_OF_GUARDIAN.some((one) => one === reason)
              ? html`Se foi um engano e ainda houver vaga, faça a inscrição de novo.`
              : html`Se você não esperava por isso, fale com a organização do evento.`,
      }),
    })
    await markTold(db, refunds)
  },
  {
    subscriptions: [
      ...(['participant', 'organizer'] as const).map((reason) =>
        on(registrationCancelled, { only: { reason, byPerson: true }, delayMs: FOLD_MS }),
      ),
      ...BECAUSE_OF_GUARDIAN.map((reason) =>
        on(registrationCancelled, { only: { reason }, delayMs: FOLD_MS }),
      ),
    ],
  },
)
