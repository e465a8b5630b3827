import { formatCents } from '#contract/money.ts'
import { isPaid, REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { differencePaid } from '#server/features/outbox/domain-events.ts'
import { chargeLines } from '#server/features/registration/domain/price-lines.ts'
import { defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { on } from '#server/lib/outbox.ts'
import { priceWords } from './price-words.ts'
import { findPaidShare, findRegistrationMail, kitWords } from './queries.ts'

/** Sends nothing if the difference was refunded since. */
export const differencePaidJob = defineMailJob(
  'difference-paid',
  differencePaid.payload,
  async ({ db, mailer, config }, { registrationId, paymentId }) => {
    const registration = await findRegistrationMail(db, registrationId)
    const share = await findPaidShare(db, { registrationId, paymentId })
    if (registration?.status !== REGISTRATION_STATUS.confirmed || !share || !isPaid(share.status)) return
    await mailer.send({
      to: registration.buyer_email,
      subject: `Diferença paga: ${registration.event_title}`,
      ...emailLayout({
        title: 'Diferença paga',
        body: html`<p>Olá, ${registration.buyer_name}!</p>
<p>Recebemos a diferença de ${formatCents(share.amount_cents)}. Obrigado! A inscrição de <strong>${registration.participant_name}</strong> em <strong>${registration.event_title}</strong> está confirmada com o kit ${kitWords(registration)}.</p>
<p>${priceWords(chargeLines(share))}</p>`,
        action: { label: 'Ver minhas inscrições', url: `${config.publicUrl}/participante/eventos` },
      }),
    })
  },
  { subscriptions: [on(differencePaid)] },
)
