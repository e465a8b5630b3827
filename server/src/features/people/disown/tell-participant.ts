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
import { confirmationUrl, createLink } from '../confirmation/invite.ts'
import { findDisownmentMail, insertLink } from './queries.ts'

/**
 * Asks an additional participant who has an e-mail address to confirm. The links are created here, so that their
 * tokens are never stored in the job queue.
 */
export const tellParticipantJob = defineMailJob(
  'tell-participant',
  z.object({ registrationId: z.int() }),
  async (deps, { registrationId }) => {
    const { db, clock, mailer, config, rateLimiter } = deps
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
    const confirmation = await createLink(deps, registration)
    const [firstName] = registration.buyer_name.split(' ')
    const disownUrl = `${config.publicUrl}/nao-sou-eu?token=${token}`
    await mailer.send({
      to: registration.email,
      subject: `Você foi inscrito em ${registration.title}`,
      ...emailLayout({
        title: 'Você foi inscrito em uma corrida',
        body: html`<p>Olá!</p>
<p>${firstName} informou este e-mail ao inscrever você em <strong>${registration.title}</strong>, no dia ${toBrazilianDate(registration.event_on)}.</p>
<p>Confirme os seus dados, leia e aceite os termos e responda às perguntas da organização. Não é preciso ter conta: tenha em mãos o seu CPF.</p>`,
        action: {
          label: 'Confirmar a minha inscrição',
          url: confirmationUrl(config.publicUrl, confirmation.token),
        },
        note: html`Você não conhece esta inscrição? <a href="${disownUrl}">Avise que não é você</a>. O link vale até o dia da corrida e serve só para esta inscrição.`,
      }),
    })
  },
  { subscriptions: [on(registrationCreated, { only: { hasEmail: true } })] },
)
