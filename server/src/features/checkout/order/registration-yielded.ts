import { z } from 'zod'
import { registrationCancelled } from '#server/features/outbox/domain-events.ts'
import { findRegistrationMail } from '#server/features/payment/emails/queries.ts'
import { defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { on } from '#server/lib/outbox.ts'

/** Names the registration by its number only, so that it reveals nothing about the owner of the CPF. */
export const registrationYieldedJob = defineMailJob(
  'registration-yielded',
  z.object({ registrationId: z.int() }),
  async ({ db, mailer, config }, { registrationId }) => {
    const registration = await findRegistrationMail(db, registrationId)
    if (!registration) return
    await mailer.send({
      to: registration.buyer_email,
      subject: `Inscrição cancelada: ${registration.event_title}`,
      ...emailLayout({
        title: 'Inscrição cancelada',
        body: html`<p>Olá, ${registration.buyer_name}!</p>
<p>A inscrição nº ${registrationId} em <strong>${registration.event_title}</strong>, que esperava o pagamento, foi cancelada: a pessoa dona do CPF se inscreveu pela própria conta. Não pague mais por ela.</p>`,
        action: { label: 'Ver minhas inscrições', url: `${config.publicUrl}/participante/eventos` },
        note: html`Se você já pagou, o valor será devolvido. As outras inscrições do pedido continuam valendo.`,
      }),
    })
  },
  { subscriptions: [on(registrationCancelled, { only: { reason: 'yielded' } })] },
)
