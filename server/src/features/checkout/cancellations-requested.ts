import { z } from 'zod'
import { formatCents } from '#contract/money.ts'
import type { Tx } from '#server/lib/db.ts'
import { addJob, defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { findAddressee } from '../account/queries.ts'
import { getEventRequests } from './queries/requests.ts'

/** One message for all requests of this time. */
const GATHER_MS = 30 * 60_000

/** Tells the organizer, once in half an hour at most, that runners wait for an answer. */
export const tellOrganizerLater = (tx: Tx, eventId: number, at: Date): Promise<void> =>
  addJob(
    tx,
    cancellationsRequestedJob,
    { eventId },
    {
      jobKey: `cancellations-requested:${eventId}`,
      keepsTime: true,
      runAt: new Date(at.getTime() + GATHER_MS),
    },
  )

/** How many runners want to cancel and wait for the organizer, without saying who; nothing when all are answered. */
export const cancellationsRequestedJob = defineMailJob(
  'cancellations-requested',
  z.object({ eventId: z.int() }),
  async ({ db, mailer, config }, { eventId }) => {
    const event = await getEventRequests(db, eventId)
    const to = await findAddressee(db, event.owner_user_id)
    if (!to || event.requests === 0) return
    const isOne = event.requests === 1
    const waiting = isOne
      ? '1 pedido de cancelamento espera'
      : `${event.requests} pedidos de cancelamento esperam`
    await mailer.send({
      to: to.email,
      subject: `${waiting} a sua resposta: ${event.title}`,
      ...emailLayout({
        title: isOne ? 'Um pedido de cancelamento' : 'Pedidos de cancelamento',
        body: html`<p>Olá, ${to.name}!</p>
<p><strong>${waiting}</strong> a sua resposta em <strong>${event.title}</strong>, no valor de <strong>${formatCents(event.cents)}</strong>. Até você responder, ${isOne ? 'a inscrição continua' : 'as inscrições continuam'} valendo.</p>`,
        action: {
          label: 'Ver pedidos',
          url: `${config.publicUrl}/organizador/eventos/${eventId}/devolucoes`,
        },
      }),
    })
  },
)
