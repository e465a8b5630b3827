import { z } from 'zod'
import { formatCents } from '#contract/money.ts'
import type { PayoutStatus } from '#contract/payout/payout.ts'
import { findAddressee } from '#server/features/account/queries.ts'
import { defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { finishPaymentsJob } from './finish-payments.ts'
import { getOrganizer, ofAnyone, ofOrganizer } from './queries/organizers.ts'
import { getPayout } from './queries/payouts.ts'
import { findWalletChange } from './queries/settings.ts'

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

/** The mail reports `status`, which may have changed again since. */
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
  text: 'Por segurança, a nova chave Pix ou conta só recebe repasses a partir de 72 horas depois da troca. Os que já foram pedidos continuam indo para a anterior.',
  label: 'Conferir a conta',
  note: 'Se não foi você, troque a sua senha agora e fale com o nosso atendimento.',
})

export const sendHolderToConfirmMail = defineMailJob(
  'payout-holder-to-confirm',
  z.object({ organizerId: z.int(), userId: z.int() }),
  async ({ db, mailer, config }, { organizerId, userId }) => {
    const to = await findAddressee(db, userId)
    const organizer = await getOrganizer(db, ofOrganizer(organizerId))
    if (!to || organizer.holder_confirmed_at) return
    await mailer.send({
      to: to.email,
      subject: `Conta de repasses a conferir: ${organizer.name}`,
      ...emailLayout({
        title: 'O titular de uma conta de repasses espera confirmação',
        body: html`<p>Olá, ${to.name}!</p>
<p><strong>${organizer.name}</strong> cadastrou uma conta de repasses cujo titular não se lê na própria chave. Confira no banco de quem ela é, fale com o organizador por um telefone que você já conhecia, e só então confirme. Até lá, nenhum repasse vai para ela.</p>`,
        action: { label: 'Ver repasses', url: `${config.publicUrl}/empresa/repasses` },
      }),
    })
  },
)

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
  sendHolderToConfirmMail,
  sendWalletChangedMail,
  sendWalletChangeRequestedMail,
  sendWalletRequestToApproveMail,
  finishPaymentsJob,
] as const
