import { z } from 'zod'
import { formatCents } from '#contract/money.ts'
import { PAYMENT_TYPES } from '#contract/payment/payment-types.ts'
import { raceCard } from '#server/features/event/emails/race.ts'
import { chargeLines } from '#server/features/registration/domain/price-lines.ts'
import { paymentLink } from '#server/features/registration/payment-link.ts'
import { defineMailJob } from '#server/lib/jobs.ts'
import { type Html, html } from '#server/lib/mail/html.ts'
import { emailLayout } from '#server/lib/mail/layout.ts'
import { formatDueDate } from '../domain/due-date.ts'
import { priceWords } from './price-words.ts'
import { listPayable } from './queries.ts'

/** Delay in milliseconds of an e-mail, so that it can also report what follows from the same action. */
export const FOLD_MS = 15_000

type Payable = Awaited<ReturnType<typeof listPayable>>[number]

const partsOf = ({ items, interest_cents: interest }: Payable) => [
  // The lines of a member's price may name a right or coupon, which the captain must not learn.
  items
    .filter((item) => !item.is_of_member)
    .map((item) => part(items.length > 1 && item.name, priceWords(chargeLines(item)))),
  interest > 0 && part(false, html`<small>Juros do parcelamento: ${formatCents(interest)}</small>`),
]

const part = (name: string | false, words: Html) =>
  html`<tr><td colspan="3">${name && html`<small><strong>${name}</strong></small><br>`}${words}</td></tr>`

/** The payments line by line, with their links: in the button for a single payment, else in each row. */
export const linksOf = (payments: readonly [Payable, ...Payable[]], publicUrl: string) => ({
  table: html`<table>${payments.map(
    (payment) =>
      html`<tr><td>${payment.participants.join(', ')}</td><td>${formatCents(payment.amount_cents)}</td><td>${payments.length > 1 && html`<a href="${paymentLink(publicUrl, payment.token)}">Pagar</a>`}</td></tr>${partsOf(payment)}`,
  )}</table>`,
  action:
    payments.length === 1
      ? { label: 'Ir para pagamento', url: paymentLink(publicUrl, payments[0].token) }
      : { label: 'Ver minhas inscrições', url: `${publicUrl}/participante/eventos` },
})

/** The Pix code of a single payment, if it is known and still valid. */
export const pixCode = (payments: readonly Payable[], now: Date): Html | false => {
  const [payment] = payments
  return (
    payments.length === 1 &&
    !!payment?.pix_payload &&
    (payment.pix_expires_at === null || payment.pix_expires_at > now) &&
    html`<p>Ou copie o código Pix e cole no aplicativo do banco:</p>
<p style="font-family:monospace;font-size:14px;word-break:break-all;"><small>${payment.pix_payload}</small></p>`
  )
}

/** One message with the links of all payable payments for an event; nothing if there are none. */
export const paymentDueJob = defineMailJob(
  'payment-due',
  z.object({ eventId: z.int(), payerUserId: z.int() }),
  async ({ db, mailer, config, clock }, payer) => {
    const payments = await listPayable(db, payer)
    const [first, ...others] = payments
    if (!first) return
    const due = formatDueDate(first.due_on, first.expires_at)
    // The payments replace earlier ones whose link was already sent, so the registrations are not new.
    const occasion = payments.every((payment) => payment.is_difference)
      ? 'Diferença a pagar'
      : payments.every((payment) => payment.is_another && payment.tells_link)
        ? 'Novo link de pagamento'
        : 'Inscrição realizada'
    await mailer.send({
      to: first.buyer_email,
      subject: `${occasion}: pague até ${due} · ${first.event_title}`,
      ...paymentDueEmail([first, ...others], {
        title: `${occasion}: pague até ${due}`,
        publicUrl: config.publicUrl,
        now: clock.now(),
      }),
    })
  },
)

function paymentDueEmail(
  payments: readonly [Payable, ...Payable[]],
  { title, publicUrl, now }: { title: string; publicUrl: string; now: Date },
) {
  const [first] = payments
  const { table, action } = linksOf(payments, publicUrl)
  const due = formatDueDate(first.due_on, first.expires_at)
  const only = payments.length === 1
  const onlyOne = only && first.participants.length === 1
  const method = PAYMENT_TYPES[first.type]
  const safe = payments.filter((payment) => payment.is_difference)
  const isAllSafe = safe.length === payments.length
  const places = isAllSafe
    ? html`A organização mudou ${onlyOne ? html`a inscrição de <strong>${first.participants[0]}</strong>` : 'as inscrições abaixo'} em <strong>${first.event_title}</strong> para uma opção de valor maior. ${onlyOne ? 'A vaga está garantida' : 'As vagas estão garantidas'}: falta só a diferença${method && `, por ${method}`}, que vence em ${due}.`
    : html`${onlyOne ? html`A vaga de <strong>${first.participants[0]}</strong>` : 'Cada vaga'} em <strong>${first.event_title}</strong> está guardada até o pagamento${method && ` por ${method}`}, que vence em ${due}.`
  return emailLayout({
    title,
    body: html`<p>Olá, ${first.buyer_name}!</p>
<p>${places}</p>
${table}${pixCode(payments, now)}`,
    hero: raceCard(first.race, publicUrl),
    action,
    note: noteOn(payments.length, safe),
  })
}

/** The consequence of missing the due date. */
function noteOn(count: number, safe: readonly Payable[]) {
  if (safe.length === count)
    return html`Depois do vencimento só este link deixa de valer. A inscrição continua confirmada.`
  const people = safe.flatMap(({ participants }) => participants).join(', ')
  return html`Depois do vencimento a vaga volta a ficar disponível para outras pessoas.${people && ` A de ${people} está garantida: falta só a diferença.`}`
}
