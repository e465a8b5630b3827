import { z } from 'zod'
import { toBrazilianDate } from '#contract/dates.ts'
import { formatCents } from '#contract/money.ts'
import { findAddressee } from '#server/features/account/queries.ts'
import { defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { findCancellation, findMailed } from './queries.ts'

export const newDateNamedJob = defineMailJob(
  'new-date-named',
  z.object({ eventId: z.int(), userId: z.int() }),
  async ({ db, mailer, config }, { eventId, userId }) => {
    const to = await findAddressee(db, userId)
    const event = await findCancellation(db, eventId)
    const waiting = (await findMailed(db, eventId, userId)).filter(({ ends_on }) => ends_on !== null)
    const [first] = waiting
    if (!to || !first?.ends_on || !event?.new_event_on) return
    const heldCents = waiting.reduce((sum, { held_cents }) => sum + held_cents, 0)
    await mailer.send({
      to: to.email,
      subject: `Nova data: ${event.title}`,
      ...emailLayout({
        title: 'A nova data foi marcada',
        body: html`<p>Olá, ${to.name}!</p>
<p>O evento <strong>${event.title}</strong> foi cancelado, e a organização indicou a nova data: <strong>${event.new_title}</strong>, no dia ${toBrazilianDate(event.new_event_on)}.</p>
<p>Você decide o que acontece com <strong>${formatCents(heldCents)}</strong> que pagou: usar como crédito na inscrição de ${waiting.map(({ name }) => name).join(', ')} na nova data, ou receber tudo de volta. Escolha até ${toBrazilianDate(first.ends_on)}. Sem resposta, devolvemos tudo.</p>`,
        action: { label: 'Escolher', url: `${config.publicUrl}/participante/inscricoes/${first.id}` },
      }),
    })
  },
)
