import { z } from 'zod'
import { REGISTRATION_STATUS } from '#contract/payment-status.ts'
import type { Tx } from '#server/lib/db.ts'
import { addJob, defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { moneyWords } from '../../registration/queries/money.ts'
import { FOLD_MS } from './fold.ts'
import { tellParticipantLater } from './participant-news.ts'
import { findRegistrationMail, listRefundsToTell, markTold, refundWords } from './queries.ts'

const CANCELLED = z.object({
  registrationId: z.int(),
  by: z.enum(['organizer', 'participant']).default('organizer'),
})

/**
 * Tells the buyer that they or the organizer cancelled a registration, and what becomes of its money. Sends nothing when it was restored
 * meanwhile.
 */
export const registrationCancelledJob = defineMailJob(
  'registration-cancelled',
  CANCELLED,
  async ({ db, mailer, config }, { registrationId, by }) => {
    const registration = await findRegistrationMail(db, registrationId)
    if (registration?.status !== REGISTRATION_STATUS.cancelled) return
    await tellParticipantLater(db, registrationId, 'cancelled')
    const refunds = await listRefundsToTell(db, registrationId)
    const bankData = refunds.find(({ status, request_url }) => status === 'sent' && request_url !== null)
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
        } Nada mais será cobrado por ela.</p>
${refunds.length > 0 && html`<p><strong>${moneyWords(registration)}.</strong> ${refundWords(refunds)}</p>`}`,
        action: bankData?.request_url
          ? { label: 'Informar dados bancários', url: bankData.request_url }
          : { label: 'Ver minhas inscrições', url: `${config.publicUrl}/participante/eventos` },
        note:
          by === 'participant'
            ? html`Se não foi você, troque a sua senha e fale conosco.`
            : html`Se você não esperava por isso, fale com a organização do evento.`,
      }),
    })
    await markTold(db, refunds)
  },
)

/** So late that the message can say how far a refund has come. */
export const tellCancelledLater = (tx: Tx, cancelled: z.input<typeof CANCELLED>, at: Date): Promise<void> =>
  addJob(tx, registrationCancelledJob, cancelled, { runAt: new Date(at.getTime() + FOLD_MS) })
