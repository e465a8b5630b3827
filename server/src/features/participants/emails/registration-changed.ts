import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { PAYMENT_TYPES } from '#contract/payment/payment-types.ts'
import { registrationChanged } from '#server/features/outbox/domain-events.ts'
import { formatDueDate } from '#server/features/payment/domain/due-date.ts'
import { FOLD_MS, linksOf } from '#server/features/payment/emails/payment-due.ts'
import { priceWords } from '#server/features/payment/emails/price-words.ts'
import {
  findRegistrationMail,
  lacksLink,
  listPayable,
  listRefundsToTell,
  markTold,
  refundWords,
} from '#server/features/payment/emails/queries.ts'
import { moneyWords } from '#server/features/registration/queries/money.ts'
import { defineMailJob } from '#server/lib/jobs.ts'
import { html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { on } from '#server/lib/outbox.ts'
import { type ChoiceNames, findChoiceNames } from './queries.ts'

/** Throws, and is retried, while a payment has no charge yet. */
export const registrationChangedJob = defineMailJob(
  'registration-changed',
  registrationChanged.payload,
  async ({ db, mailer, config: { publicUrl } }, { registrationId, before, paymentIds, by }) => {
    const registration = await findRegistrationMail(db, registrationId)
    if (!registration || registration.status === REGISTRATION_STATUS.cancelled) return
    if (await lacksLink(db, paymentIds)) throw new Error('the new payment has no charge yet')
    const { event_title: event } = registration
    const payer = { eventId: registration.event_id, payerUserId: registration.responsible_user_id }
    const [first, ...others] = paymentIds.length > 0 ? await listPayable(db, payer) : []
    const links = first && linksOf([first, ...others], publicUrl)
    const due = first && formatDueDate(first.due_on, first.expires_at)
    const method = first && PAYMENT_TYPES[first.type]
    const refunds = await listRefundsToTell(db, registrationId)
    await mailer.send({
      to: registration.buyer_email,
      subject: `Inscrição alterada: ${due ? `pague até ${due} · ` : ''}${event}`,
      ...emailLayout({
        title: 'Inscrição alterada',
        body: html`<p>Olá, ${registration.buyer_name}!</p>
<p>${by === 'runner' ? 'Você' : 'A organização'} alterou a inscrição de <strong>${registration.participant_name}</strong> em <strong>${event}</strong>.</p>
<table><tr><th>Antes</th><td>${choiceWords(await findChoiceNames(db, before))}</td></tr><tr><th>Agora</th><td>${choiceWords(registration)}</td></tr><tr><th>Valor</th><td>${moneyWords(registration)}</td></tr>${!links && registration.total_cents > 0 && html`<tr><th>Composição</th><td>${priceWords(registration.price_lines)}</td></tr>`}</table>
${
  links &&
  html`<p>${
    registration.status === REGISTRATION_STATUS.confirmed
      ? 'A vaga está garantida: falta só a diferença'
      : 'A vaga está guardada até o pagamento'
  }${method && `, por ${method}`}, que vence em ${due}.</p>
${links.table}`
}
${refunds.length > 0 && html`<p>${refundWords(refunds)}</p>`}`,
        action: links?.action ?? { label: 'Ver minhas inscrições', url: `${publicUrl}/participante/eventos` },
        note: html`Se você não esperava por isso, ${by === 'runner' && 'troque a sua senha e '}fale com a organização do evento.`,
      }),
    })
    await markTold(db, refunds)
  },
  { subscriptions: [on(registrationChanged, { delayMs: FOLD_MS })] },
)

const choiceWords = ({ modality_name, category_name, kit_name, shirt_size }: ChoiceNames): string =>
  [modality_name, category_name, kit_name, shirt_size && `camisa ${shirt_size}`].filter(Boolean).join(' · ')
