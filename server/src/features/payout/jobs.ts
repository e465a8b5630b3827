import { z } from 'zod'
import { formatCents } from '#contract/money.ts'
import type { PayoutStatus } from '#contract/payout/payout.ts'
import { defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { findAddressee } from '../account/queries.ts'
import { finishPaymentsJob } from './finish-payments.ts'
import { ofAnyone } from './queries/organizers.ts'
import { getPayout } from './queries/payouts.ts'
import { findWalletChange } from './queries/settings.ts'

/** Asks an account of the company to approve a payout, if it still waits. */
export const sendPayoutRequestedMail = defineMailJob(
  'payout-requested',
  z.object({ payoutId: z.int(), userId: z.int() }),
  async ({ db, mailer, config }, { payoutId, userId }) => {
    const to = await findAddressee(db, userId)
    const payout = await getPayout(db, ofAnyone, payoutId)
    if (!to || payout.status !== 'requested') return
    const amount = formatCents(payout.amount_cents)
    await mailer.send({
      to: to.email,
      subject: `Repasse pedido: ${amount} para ${payout.organizer}`,
      ...emailLayout({
        title: 'Um repasse espera aprovação',
        body: html`<p>Olá, ${to.name}!</p>
<p>Foi pedido um repasse de <strong>${amount}</strong> para <strong>${payout.organizer}</strong>. Confira e aprove, ou recuse dizendo o motivo.</p>`,
        action: { label: 'Ver repasses', url: `${config.publicUrl}/empresa/repasses` },
      }),
    })
  },
)

const TOLD = ['approved', 'paid', 'refused'] as const satisfies readonly PayoutStatus[]

const NEWS = {
  approved: {
    title: 'Repasse aprovado',
    words: 'foi aprovado. O pagamento vai para a conta que você cadastrou.',
  },
  paid: { title: 'Repasse pago', words: 'foi pago. O comprovante está em Repasses.' },
  refused: { title: 'Repasse recusado', words: 'foi recusado. O valor continua na sua conta na Largada.' },
}

/** Tells the organizer's account what became of a payout; `status` is the news, which may be old by now. */
export const sendPayoutMail = defineMailJob(
  'payout-changed',
  z.object({ payoutId: z.int(), status: z.enum(TOLD) }),
  async ({ db, mailer, config }, { payoutId, status }) => {
    const payout = await getPayout(db, ofAnyone, payoutId)
    const to = await findAddressee(db, payout.owner_user_id)
    if (!to) return
    const { title, words } = NEWS[status]
    const amount = formatCents(payout.amount_cents)
    await mailer.send({
      to: to.email,
      subject: `${title}: ${amount}`,
      ...emailLayout({
        title,
        body: html`<p>Olá, ${to.name}!</p>
<p>O repasse de <strong>${amount}</strong> ${words}</p>
${status === 'refused' && payout.note ? html`<p>Motivo: ${payout.note}</p>` : ''}`,
        action: {
          label: status === 'paid' ? 'Ver comprovante' : 'Ver repasses',
          url: `${config.publicUrl}/organizador/repasses`,
        },
      }),
    })
  },
)

interface Notice {
  subject: string
  text: string
  label: string
  note: string
}

/** Tells an organizer that where the money goes has changed. */
const defineNotice = (name: string, { subject, text, label, note }: Notice) =>
  defineMailJob(name, z.object({ userId: z.int() }), async ({ db, mailer, config }, { userId }) => {
    const to = await findAddressee(db, userId)
    if (!to) return
    await mailer.send({
      to: to.email,
      subject,
      ...emailLayout({
        title: subject,
        body: html`<p>Olá, ${to.name}!</p>
<p>${text}</p>`,
        action: { label, url: `${config.publicUrl}/organizador/repasses` },
        note: html`${note}`,
      }),
    })
  })

export const sendDestinationChangedMail = defineNotice('payout-destination-changed', {
  subject: 'A conta dos seus repasses mudou',
  text: 'Os próximos repasses que você pedir vão para a nova chave Pix ou conta. Os que já foram pedidos continuam indo para a anterior.',
  label: 'Conferir a conta',
  note: 'Se não foi você, troque a sua senha agora e fale com o nosso atendimento.',
})

export const sendWalletChangedMail = defineNotice('payout-wallet-changed', {
  subject: 'A carteira que recebe parte das suas vendas mudou',
  text: 'A empresa mudou a carteira que recebe na hora uma parte de cada pagamento dos seus eventos, ou essa parte. Confira em Repasses.',
  label: 'Conferir',
  note: 'Se você não esperava por isso, fale com o nosso atendimento.',
})

export const sendWalletChangeRequestedMail = defineNotice('payout-wallet-requested', {
  subject: 'Foi pedida a mudança da carteira que recebe parte das suas vendas',
  text: 'A empresa pediu para mudar a carteira que recebe na hora uma parte de cada pagamento dos seus eventos, ou essa parte. A mudança só vale depois que outra pessoa aprovar, e avisaremos você de novo.',
  label: 'Conferir',
  note: 'Se você não esperava por isso, fale com o nosso atendimento agora.',
})

/** Asks an account of the company to approve the change of a wallet, if it still waits. */
export const sendWalletRequestToApproveMail = defineMailJob(
  'payout-wallet-to-approve',
  z.object({ changeId: z.int(), userId: z.int() }),
  async ({ db, mailer, config }, { changeId, userId }) => {
    const to = await findAddressee(db, userId)
    const change = await findWalletChange(db, changeId)
    if (!to || !change) return
    await mailer.send({
      to: to.email,
      subject: `Mudança de carteira pedida: ${change.organizer}`,
      ...emailLayout({
        title: 'A mudança de uma carteira espera aprovação',
        body: html`<p>Olá, ${to.name}!</p>
<p>Foi pedida a mudança da carteira de <strong>${change.organizer}</strong>, que recebe na hora uma parte de cada cobrança nova. Confirme com o organizador antes de aprovar, ou recuse.</p>`,
        action: { label: 'Ver repasses', url: `${config.publicUrl}/empresa/repasses` },
      }),
    })
  },
)

export const PAYOUT_JOBS = [
  sendPayoutRequestedMail,
  sendPayoutMail,
  sendDestinationChangedMail,
  sendWalletChangedMail,
  sendWalletChangeRequestedMail,
  sendWalletRequestToApproveMail,
  finishPaymentsJob,
] as const
