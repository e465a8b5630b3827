import { z } from 'zod'
import { toBrazilianDate } from '#contract/dates.ts'
import { formatCents } from '#contract/money.ts'
import { defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { lastSaleDay } from './domain/return-offer.ts'
import { findReturned } from './queries.ts'

/** To the account that made the registration. Sends nothing when the place was bought or taken back meanwhile. */
export const placeReturnedJob = defineMailJob(
  'place-returned',
  z.object({ registrationId: z.int() }),
  async ({ db, mailer, config }, { registrationId }) => {
    const returned = await findReturned(db, registrationId)
    if (!returned) return
    const { fee_cents: fee, registration_ends_on: registrationEndsOn, event_on: eventOn } = returned
    await mailer.send({
      to: returned.buyer_email,
      subject: `Vaga devolvida: ${returned.title}`,
      ...emailLayout({
        title: 'Vaga devolvida',
        body: html`<p>Olá, ${returned.buyer_name}!</p>
<p>Como você pediu, a vaga de <strong>${returned.name}</strong> em <strong>${returned.title}</strong> voltou para a venda. Quando alguém a comprar, <strong>${formatCents(returned.refund_cents)}</strong> voltam para quem pagou${fee > 0 && `, já sem a taxa de devolução de ${formatCents(fee)}`}.</p>
<p>Enquanto ela estiver livre, você pode pegá-la de volta. Se ninguém a comprar até <strong>${toBrazilianDate(lastSaleDay({ registrationEndsOn, eventOn }))}</strong>, a inscrição volta a ser sua.</p>`,
        action: {
          label: 'Ver a inscrição',
          url: `${config.publicUrl}/participante/inscricoes/${registrationId}`,
        },
        note: html`Se não foi você, troque a sua senha e fale conosco.`,
      }),
    })
  },
)
