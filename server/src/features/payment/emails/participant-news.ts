import { z } from 'zod'
import { toBrazilianDate } from '#contract/dates.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { type Db, transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { addJob, defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import type { Limit, RateLimiter } from '#server/lib/rate-limit.ts'
import { findRegistrationMail } from './queries.ts'

/** Repeated registrations cannot flood a mailbox. */
const NOTICES_TO_ADDRESS: Limit = { name: 'participant-notice', points: 5, perSeconds: 86_400 }

/** Counts a message to this address; false above the limit. */
export async function mayNotify(rateLimiter: RateLimiter, address: string): Promise<boolean> {
  try {
    await rateLimiter.consume(NOTICES_TO_ADDRESS, address)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return false
    throw error
  }
}

/** The registration status in which each may be sent. */
const NEWS = { confirmed: REGISTRATION_STATUS.confirmed, cancelled: REGISTRATION_STATUS.cancelled } as const
type News = keyof typeof NEWS

/**
 * Tells an additional participant that their registration was confirmed or cancelled, unless they disowned
 * it.
 */
export const participantNewsJob = defineMailJob(
  'participant-news',
  z.object({ registrationId: z.int(), news: z.enum(['confirmed', 'cancelled']) }),
  async ({ db, mailer, rateLimiter }, { registrationId, news }) => {
    const registration = await findRegistrationMail(db, registrationId)
    const to = registration && participantOf(registration)
    if (!to) return
    if (registration.status !== NEWS[news]) return
    if (!(await mayNotify(rateLimiter, to))) return
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

type RegistrationMail = NonNullable<Awaited<ReturnType<typeof findRegistrationMail>>>

/** The address of a participant who is not the buyer, if it may be used. */
const participantOf = ({ participant_email: to, buyer_email, disowned_at }: RegistrationMail) =>
  to !== buyer_email && !disowned_at ? to : null

/** Once per kind of news, however often the message to the buyer is retried. */
export async function tellParticipantLater(
  db: Db,
  registration: RegistrationMail,
  news: News,
): Promise<void> {
  const { id: registrationId } = registration
  if (!participantOf(registration)) return
  await transaction(db, (tx) =>
    addJob(
      tx,
      participantNewsJob,
      { registrationId, news },
      { jobKey: `participant-news:${registrationId}:${news}` },
    ),
  )
}
