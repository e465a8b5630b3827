import { z } from 'zod'
import { toBrazilianDate } from '#contract/dates.ts'
import { formatCents } from '#contract/money.ts'
import { findAddressee } from '#server/features/account/queries.ts'
import { defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { findDeferred } from './queries.ts'

const Payload = z.object({ registrationId: z.int() })

/** To the account that made the registration. Sends nothing when the credit is used already. */
export const registrationDeferredJob = defineMailJob(
  'registration-deferred',
  Payload,
  async ({ db, mailer, config }, { registrationId }) => {
    const deferred = await findDeferred(db, registrationId)
    if (!deferred) return
    const { fantasy_name: organizer, fee_cents: fee } = deferred
    await mailer.send({
      to: deferred.buyer_email,
      subject: `Inscrição adiada: ${deferred.title}`,
      ...emailLayout({
        title: 'Inscrição adiada',
        body: html`<p>Olá, ${deferred.buyer_name}!</p>
<p>Como você pediu, <strong>${deferred.name}</strong> não corre mais em <strong>${deferred.title}</strong>. Em troca, há um crédito de <strong>${formatCents(deferred.credit_cents)}</strong> para outra prova de ${organizer}${fee > 0 && `, já sem a taxa de adiamento de ${formatCents(fee)}`}.</p>
<p>O crédito vale até <strong>${toBrazilianDate(deferred.ends_on)}</strong>, para a mesma pessoa: faça a inscrição e use o crédito na página dela, em vez de pagar. O que não for usado até lá é devolvido.</p>`,
        action: {
          label: 'Ver o crédito',
          url: `${config.publicUrl}/participante/inscricoes/${registrationId}`,
        },
        note: html`Se não foi você, troque a sua senha e fale conosco.`,
      }),
    })
  },
)

/** Tells the organizer. */
export const deferralNoticeJob = defineMailJob(
  'deferral-notice',
  Payload,
  async ({ db, mailer, config }, { registrationId }) => {
    const deferred = await findDeferred(db, registrationId)
    const to = deferred && (await findAddressee(db, deferred.user_id))
    if (!to) return
    await mailer.send({
      to: to.email,
      subject: `Uma inscrição foi adiada: ${deferred.title}`,
      ...emailLayout({
        title: 'Uma inscrição foi adiada',
        body: html`<p>Olá, ${to.name}!</p>
<p>Em <strong>${deferred.title}</strong>, uma inscrição paga foi trocada por um crédito de <strong>${formatCents(deferred.credit_cents)}</strong> para outra prova sua, até ${toBrazilianDate(deferred.ends_on)}. A vaga voltou para a venda.</p>`,
        action: {
          label: 'Ver a inscrição',
          url: `${config.publicUrl}/organizador/inscricoes/${registrationId}`,
        },
      }),
    })
  },
)
