import { z } from 'zod'
import { toBrazilianDate } from '#contract/dates.ts'
import { formatCents } from '#contract/money.ts'
import { findAddressee } from '#server/features/account/queries.ts'
import { listRefundsToTell, markTold, refundWords } from '#server/features/payment/emails/queries.ts'
import { defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { findCancellation, findMailed } from './queries.ts'

type NewDate = Pick<NonNullable<Awaited<ReturnType<typeof findCancellation>>>, 'new_title' | 'new_event_on'>

const newDateWords = ({ new_title, new_event_on }: NewDate) =>
  new_title === null || new_event_on === null
    ? 'na nova data, que a organização ainda vai indicar'
    : html`em <strong>${new_title}</strong>, no dia ${toBrazilianDate(new_event_on)}`

export const eventCancelledJob = defineMailJob(
  'event-cancelled',
  z.object({ eventId: z.int(), userId: z.int() }),
  async ({ db, mailer, config }, { eventId, userId }) => {
    const to = await findAddressee(db, userId)
    const event = await findCancellation(db, eventId)
    const registrations = await findMailed(db, eventId, userId)
    if (!to || !event || registrations.length === 0) return
    const refunds = (await Promise.all(registrations.map(({ id }) => listRefundsToTell(db, id)))).flat()
    const refundCents = registrations.reduce((sum, { refund_cents }) => sum + refund_cents, 0)
    const waiting = registrations.filter(({ ends_on }) => ends_on !== null)
    const [first] = waiting
    const heldCents = waiting.reduce((sum, { held_cents }) => sum + held_cents, 0)
    await mailer.send({
      to: to.email,
      subject: `Evento cancelado: ${event.title}`,
      ...emailLayout({
        title: 'Evento cancelado',
        body: html`<p>Olá, ${to.name}!</p>
<p>A organização cancelou o evento <strong>${event.title}</strong>, e com ele ${registrations.length === 1 ? 'a inscrição' : 'as inscrições'} de <strong>${registrations.map(({ name }) => name).join(', ')}</strong>.</p>
<p>Motivo: ${event.reason}</p>
${refundCents > 0 && html`<p>Você recebe de volta <strong>${formatCents(refundCents)}</strong>: tudo o que pagou, com a taxa de serviço. ${refundWords(refunds)}</p>`}
${first?.ends_on && html`<p>Você decide o que acontece com <strong>${formatCents(heldCents)}</strong> que pagou: receber tudo de volta, com a taxa de serviço${event.credit_until && html`, usar como crédito ${newDateWords(event)}`}${event.donation_to && html`, ou doar a <strong>${event.donation_to}</strong>`}. Escolha até ${toBrazilianDate(first.ends_on)} na página de cada inscrição. Sem resposta, devolvemos tudo.</p>`}
${refundCents === 0 && !first && html`<p>Nada será cobrado de você.</p>`}`,
        action: first
          ? { label: 'Escolher', url: `${config.publicUrl}/participante/inscricoes/${first.id}` }
          : { label: 'Ver minhas inscrições', url: `${config.publicUrl}/participante/eventos` },
      }),
    })
    await markTold(db, refunds)
  },
)
