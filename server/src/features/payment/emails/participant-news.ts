import { z } from 'zod'
import { toBrazilianDate } from '#contract/dates.ts'
import { REGISTRATION_STATUS } from '#contract/payment-status.ts'
import { type Db, transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { addJob, defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import type { Limit } from '#server/lib/rate-limit.ts'
import { findRegistrationMail } from './queries.ts'

/** Limits the messages to one address, so that repeated registrations cannot flood a mailbox. */
export const NOTICES_TO_ADDRESS: Limit = { name: 'participant-notice', points: 5, perSeconds: 86_400 }

/** What is told, in the status of the registration that it holds for. */
const NEWS = { confirmed: REGISTRATION_STATUS.confirmed, cancelled: REGISTRATION_STATUS.cancelled } as const
type News = keyof typeof NEWS

/** Tells an additional participant whose e-mail address the buyer gave what became of the registration, unless they rejected it. */
export const participantNewsJob = defineMailJob(
  'participant-news',
  z.object({ registrationId: z.int(), news: z.enum(['confirmed', 'cancelled']) }),
  async ({ db, mailer, rateLimiter }, { registrationId, news }) => {
    const registration = await findRegistrationMail(db, registrationId)
    const to = registration?.participant_email
    if (!to || to === registration.buyer_email || registration.disowned_at) return
    if (registration.status !== NEWS[news]) return
    try {
      await rateLimiter.consume(NOTICES_TO_ADDRESS, to)
    } catch (refusal) {
      if (refusal instanceof AppError && refusal.code === 'rate_limited') return
      throw refusal
    }
    const { event_title: title, event_on: on, start_time: time } = registration
    const [buyer] = registration.buyer_name.split(' ')
    const isConfirmed = news === 'confirmed'
    await mailer.send({
      to,
      subject: `${isConfirmed ? 'Sua inscrição está confirmada' : 'Sua inscrição foi cancelada'}: ${title}`,
      ...emailLayout({
        title: isConfirmed ? 'Sua inscrição está confirmada' : 'Sua inscrição foi cancelada',
        body: html`<p>Olá!</p>
<p>${
          isConfirmed
            ? html`A sua inscrição em <strong>${title}</strong>, feita por ${buyer}, está confirmada: ${toBrazilianDate(on)}, às ${time.slice(0, 5)}. Nos vemos na largada!`
            : html`A sua inscrição em <strong>${title}</strong>, feita por ${buyer}, foi cancelada. Se tiver dúvidas, fale com quem inscreveu você.`
        }</p>`,
      }),
    })
  },
)

/** Once for each news, however often the message to the buyer is tried. */
export const tellParticipantLater = (db: Db, registrationId: number, news: News): Promise<void> =>
  transaction(db, (tx) =>
    addJob(
      tx,
      participantNewsJob,
      { registrationId, news },
      { jobKey: `participant-news:${registrationId}:${news}` },
    ),
  )
