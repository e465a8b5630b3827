import { z } from 'zod'
import { formatCents } from '#contract/money.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import type { Deps } from '#server/deps.ts'
import {
  paymentRefunded,
  refundRefused,
  refundSent,
  refundStopped,
} from '#server/features/outbox/domain-events.ts'
import { defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { on } from '#server/lib/outbox.ts'
import { findRefundMail, listKeysToAsk, markTold, refundWords } from './queries.ts'

/** Longer than `FOLD_MS`: the e-mail about the refund's cause is sent first, and reports its status. */
const NEWS_DELAY_MS = 60_000

const NEWS = {
  sent: { title: 'Devolução a caminho', words: 'Estamos devolvendo' },
  done: { title: 'Devolução concluída', words: 'Devolvemos' },
  refused: { title: 'Devolução recusada', words: 'Não será feita a devolução de' },
} as const

/**
 * Reports a refund's status, unless another e-mail did. `sent` is reported only if no e-mail mentioned the
 * refund yet, or if the payer must provide bank data.
 */
export const refundNewsJob = defineMailJob(
  'refund-news',
  z.object({ refundId: z.int() }),
  async (deps, { refundId }) => {
    const { db, mailer, config } = deps
    const refund = await findRefundMail(db, refundId)
    if (!refund) return
    const { status, told_status: told, request_url: url } = refund
    if (status === 'needs_person') {
      if (refund.pix_key === 'asked') await askForKey(deps, refund)
      return
    }
    if (status !== 'sent' && status !== 'done' && status !== 'refused') return
    if (status === told || (status === 'sent' && told === 'approved' && url === null)) return
    const { title, words } = NEWS[status]
    const myEvents = { label: 'Ver minhas inscrições', url: `${config.publicUrl}/participante/eventos` }
    const link =
      status === 'sent'
        ? url && { label: 'Informar dados bancários', url }
        : status === 'done' && refund.receipt_url && { label: 'Ver comprovante', url: refund.receipt_url }
    const stands = refund.registration_status !== REGISTRATION_STATUS.cancelled
    await mailer.send({
      to: refund.payer_email,
      subject: `${title}: ${refund.event_title}`,
      ...emailLayout({
        title,
        body: html`<p>Olá, ${refund.payer_name}!</p>
<p>${words} <strong>${formatCents(refund.amount_cents)}</strong> da inscrição em <strong>${refund.event_title}</strong>.</p>
<p>${refundWords([refund])}</p>
${status === 'refused' && stands && html`<p>A inscrição continua valendo.</p>`}`,
        action: link || myEvents,
        ...(status === 'refused' && {
          note: html`Se você não concorda, fale com a organização do evento.`,
        }),
      }),
    })
    await markTold(db, [refund])
  },
  {
    subscriptions: [refundSent, refundStopped, refundRefused, paymentRefunded].map((event) =>
      on(event, { delayMs: NEWS_DELAY_MS, oncePer: 'refundId', keepsTime: true }),
    ),
  },
)

type Mailed = NonNullable<Awaited<ReturnType<typeof findRefundMail>>>

/** One e-mail for all refunds of the account that wait for its Pix key and that no other e-mail reported. */
async function askForKey({ db, mailer, config }: Deps, refund: Mailed): Promise<void> {
  const refunds = await listKeysToAsk(db, refund.payer_user_id)
  const [first] = refunds
  if (!first) return
  const cents = refunds.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  const events = [...new Set(refunds.map(({ event_title }) => event_title))]
  await mailer.send({
    to: refund.payer_email,
    subject: 'Confirme a sua chave Pix para receber a devolução',
    ...emailLayout({
      title: 'Falta a sua chave Pix',
      body: html`<p>Olá, ${refund.payer_name}!</p>
<p>Você tem <strong>${formatCents(cents)}</strong> a receber de volta, de ${events.length === 1 ? html`<strong>${events[0]}</strong>` : 'mais de um evento'} (${[...new Set(refunds.map(({ name }) => name))].join(', ')}). O meio de pagamento não pode mais fazer a devolução, por isso ela vai por Pix.</p>
<p>A chave precisa ser o seu CPF. Confirme na página ${first.group_id === null ? 'da inscrição' : 'do grupo'}: leva um minuto, e uma confirmação vale para todas as suas devoluções.</p>`,
      action: {
        label: 'Confirmar a chave Pix',
        url: `${config.publicUrl}/participante/${
          first.group_id === null ? `inscricoes/${first.registration_id}` : `grupos/${first.group_id}`
        }`,
      },
      note: html`Nunca pedimos senha, código ou pagamento para devolver o seu dinheiro.`,
    }),
  })
  await markTold(
    db,
    refunds.map(({ id }) => ({ id, status: 'needs_person' as const })),
  )
}
