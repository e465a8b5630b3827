import { z } from 'zod'
import { addDays, instantIn, toBrazilianDate } from '#contract/dates.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { registrationCreated } from '#server/features/outbox/domain-events.ts'
import { mayNotify } from '#server/features/payment/emails/participant-news.ts'
import { defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { on } from '#server/lib/outbox.ts'
import { hashToken, newToken } from '#server/lib/tokens.ts'
import { findDisownmentMail, insertLink } from './queries.ts'

/**
 * Notifies an additional participant who has an e-mail address. The link is created here, so that its token
 * is never stored in the job queue.
 */
export const tellParticipantJob = defineMailJob(
  'tell-participant',
  z.object({ registrationId: z.int() }),
  async ({ db, clock, mailer, config, rateLimiter }, { registrationId }) => {
    const registration = await findDisownmentMail(db, registrationId)
    if (!registration?.email || registration.status === REGISTRATION_STATUS.cancelled) return
    if (!(await mayNotify(rateLimiter, registration.email))) return
    const token = newToken()
    await insertLink(db, {
      registrationId,
      tokenHash: hashToken(token),
      at: clock.now(),
      expiresAt: instantIn(registration.timezone, addDays(registration.event_on, 1), '00:00'),
    })
    const [firstName] = registration.buyer_name.split(' ')
    await mailer.send({
      to: registration.email,
      subject: `Você foi inscrito em ${registration.title}`,
      ...emailLayout({
        title: 'Você foi inscrito em uma corrida',
        body: html`<p>Olá!</p>
<p>${firstName} informou este e-mail ao inscrever você em <strong>${registration.title}</strong>, no dia ${toBrazilianDate(registration.event_on)}. Se é isso mesmo, não precisa fazer nada.</p>
<p>Se você não conhece esta inscrição, avise por aqui. Não é preciso ter conta.</p>`,
        action: { label: 'Não sou eu', url: `${config.publicUrl}/nao-sou-eu?token=${token}` },
        note: html`O link vale até o dia da corrida e serve só para esta inscrição.`,
      }),
    })
  },
  { subscriptions: [on(registrationCreated, { only: { hasEmail: true } })] },
)
