import { registrationTransferred } from '#server/features/outbox/domain-events.ts'
import { defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { on } from '#server/lib/outbox.ts'
import { findDone } from './queries.ts'

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
