import { z } from 'zod'
import { momentIn } from '#contract/dates.ts'
import { registrationTransferred } from '#server/features/outbox/domain-events.ts'
import { mayNotify } from '#server/features/payment/emails/participant-news.ts'
import { defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { on } from '#server/lib/outbox.ts'
import { hashToken, newToken } from '#server/lib/tokens.ts'
import { findDone, findInvited, renewToken } from './queries.ts'

export const transferLink = (publicUrl: string, token: string): string =>
  `${publicUrl}/receber-inscricao?token=${token}`

/** To the runner, whose registration staff offer to somebody else. */
export const transferStartedJob = defineMailJob(
  'transfer-started',
  z.object({ transferId: z.int() }),
  async ({ db, clock, mailer, config }, { transferId }) => {
    const invited = await findInvited(db, transferId, clock.now())
    if (!invited) return
    await mailer.send({
      to: invited.from_email,
      subject: `A organização vai transferir a sua inscrição: ${invited.title}`,
      ...emailLayout({
        title: 'Transferência da inscrição',
        body: html`<p>Olá, ${invited.from_name}!</p>
<p>A organização de <strong>${invited.title}</strong> convidou outra pessoa para receber a inscrição de <strong>${invited.name}</strong>, até ${momentIn(invited.timezone, invited.expires_at)}. Até alguém aceitar, ela continua sua.</p>`,
        action: {
          label: 'Ver a inscrição',
          url: `${config.publicUrl}/participante/inscricoes/${invited.registration_id}`,
        },
        note: html`Se você não pediu isso, desista da transferência na página da inscrição e fale com a organização.`,
      }),
    })
  },
)

/** To the address that staff gave. Its link replaces the one before. */
export const transferInvitationJob = defineMailJob(
  'transfer-invitation',
  z.object({ transferId: z.int(), email: z.string() }),
  async ({ db, clock, rateLimiter, mailer, config }, { transferId, email }) => {
    const invited = await findInvited(db, transferId, clock.now())
    if (!invited || !(await mayNotify(rateLimiter, email))) return
    const token = newToken()
    await renewToken(db, transferId, hashToken(token))
    const [first = ''] = invited.name.split(' ')
    await mailer.send({
      to: email,
      subject: `Uma inscrição para você: ${invited.title}`,
      ...emailLayout({
        title: 'Uma inscrição para você',
        body: html`<p>Olá!</p>
<p>A inscrição de ${first} em <strong>${invited.title}</strong> pode ser sua. Abra o link, entre na sua conta e aceite até <strong>${momentIn(invited.timezone, invited.expires_at)}</strong>.</p>`,
        action: { label: 'Ver a inscrição', url: transferLink(config.publicUrl, token) },
        note: html`Quem informou o seu e-mail foi a organização da corrida. Se você não quer a inscrição, ignore esta mensagem.`,
      }),
    })
  },
)

/** To the previous runner. The new one gets the confirmation of the registration. */
export const registrationTransferredJob = defineMailJob(
  'registration-transferred',
  registrationTransferred.payload,
  async ({ db, mailer, config }, { transferId }) => {
    const transfer = await findDone(db, transferId)
    if (!transfer) return
    const [to = ''] = transfer.to_name.split(' ')
    await mailer.send({
      to: transfer.from_email,
      subject: `Inscrição transferida: ${transfer.title}`,
      ...emailLayout({
        title: 'Inscrição transferida',
        body: html`<p>Olá, ${transfer.from_name}!</p>
<p>A sua inscrição em <strong>${transfer.title}</strong> agora é de <strong>${to}</strong>. Os links e comprovantes que você tinha não valem mais.</p>
<p>Se algum valor pago por ela for devolvido, a devolução vai para quem pagou.</p>`,
        action: { label: 'Ver minhas inscrições', url: `${config.publicUrl}/participante/eventos` },
        note: html`Se não foi você, troque a sua senha e fale conosco.`,
      }),
    })
  },
  { subscriptions: [on(registrationTransferred)] },
)
