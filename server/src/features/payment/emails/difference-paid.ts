import { z } from 'zod'
import { formatCents } from '#contract/money.ts'
import { isPaid, REGISTRATION_STATUS } from '#contract/payment-status.ts'
import { defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { findPaidShare, findRegistrationMail } from './queries.ts'

/** Thanks for the difference that a confirmed registration owed; nothing when it has gone back meanwhile. */
export const differencePaidJob = defineMailJob(
  'difference-paid',
  z.object({ registrationId: z.int(), paymentId: z.int() }),
  async ({ db, mailer, config }, { registrationId, paymentId }) => {
    const registration = await findRegistrationMail(db, registrationId)
    const share = await findPaidShare(db, { registrationId, paymentId })
    if (registration?.status !== REGISTRATION_STATUS.confirmed || !share || !isPaid(share.status)) return
    const kit = [registration.kit_name, registration.shirt_size && `camisa ${registration.shirt_size}`]
    await mailer.send({
      to: registration.buyer_email,
      subject: `Diferença paga: ${registration.event_title}`,
      ...emailLayout({
        title: 'Diferença paga',
        body: html`<p>Olá, ${registration.buyer_name}!</p>
<p>Recebemos a diferença de ${formatCents(share.amount_cents)}. Obrigado! A inscrição de <strong>${registration.participant_name}</strong> em <strong>${registration.event_title}</strong> está confirmada com o kit ${kit.filter(Boolean).join(', ')}.</p>`,
        action: { label: 'Ver minhas inscrições', url: `${config.publicUrl}/participante/eventos` },
      }),
    })
  },
)
