import { z } from 'zod'
import { toBrazilianDate } from '#contract/dates.ts'
import { mayNotify } from '#server/features/payment/emails/participant-news.ts'
import { defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { confirmationUrl, createLink } from '../confirmation/invite.ts'
import { findMissing } from './queries.ts'

/** To the participant, if the buyer gave an e-mail address. */
export const confirmationReminderJob = defineMailJob(
  'confirmation-reminder',
  z.object({ registrationId: z.int() }),
  async (deps, { registrationId }) => {
    const participant = await findMissing(deps.db, registrationId)
    if (!participant?.email || !(await mayNotify(deps.rateLimiter, participant.email))) return
    const { token } = await createLink(deps, participant)
    const [buyer] = participant.buyer_name.split(' ')
    await deps.mailer.send({
      to: participant.email,
      subject: `Falta confirmar a sua inscrição: ${participant.title}`,
      ...emailLayout({
        title: 'Falta confirmar a sua inscrição',
        body: html`<p>Olá!</p>
<p>${buyer} inscreveu você em <strong>${participant.title}</strong>, no dia ${toBrazilianDate(participant.event_on)}. Falta você confirmar os seus dados e aceitar os termos.</p>
<p>Sem isso, o kit não pode ser retirado.</p>`,
        action: {
          label: 'Confirmar a minha inscrição',
          url: confirmationUrl(deps.config.publicUrl, token),
        },
        note: html`O link vale até o dia da corrida e serve só para esta inscrição.`,
      }),
    })
  },
)
