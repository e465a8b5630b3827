import { z } from 'zod'
import { formatCents } from '#contract/money.ts'
import { findAddressee } from '#server/features/account/queries.ts'
import type { Tx } from '#server/lib/db.ts'
import { addJob, defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { getEventRequests } from './queries.ts'

/** Requests within this time are reported in one message. */
const GATHER_MS = 30 * 60_000

/** At most one message in half an hour. */
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

/** Without names; sends nothing when all requests are decided. */
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
