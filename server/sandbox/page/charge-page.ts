import { momentIn } from '#contract/dates.ts'
import { formatCents } from '#contract/money.ts'
import { BANK_ZONE, formatDueDate } from '#server/features/payment/domain/due-date.ts'
import { type Html, html } from '#server/lib/mail/html.ts'
import { type CardErrors, type CardForm, groupedCardNumber, TEST_CARDS } from '../cards.ts'
import { isPayable, SIMULATIONS, type Simulation, simulated } from '../charge-life.ts'
import { RECEIVER } from '../payment-codes.ts'
import type { SandboxCharge } from '../queries.ts'
import { layout, simulations } from './layout.ts'

const METHOD_NAMES = { PIX: 'Pix', BOLETO: 'Boleto', CREDIT_CARD: 'Cartão de Crédito' }

/** The submitted card form and its validation errors. */
export interface CardAttempt {
  form: CardForm
  errors: CardErrors
}

/**
 * Simulates the bank: the form of a card while it can be paid, what became of the charge, and buttons for
 * what a bank does.
 */
export function chargePage(
  charge: SandboxCharge,
  { now, style, attempt }: { now: Date; style: string; attempt: CardAttempt },
): Html {
  const names = (Object.keys(SIMULATIONS) as Simulation[]).filter((name) => simulated(charge, name, now))
  const payable = isPayable(charge, now)
  const [title, text, tone] = payable
    ? [`Pague ${formatCents(charge.amount_cents)} com ${METHOD_NAMES[charge.method]}`]
    : resultOf(charge)
  return layout(
    title,
    style,
    html`<section class="${tone}" id="resultado" tabindex="-1" aria-labelledby="titulo">
<h1 id="titulo">${title}</h1>
${text && html`<p>${text}</p>`}
${payable && charge.method === 'CREDIT_CARD' && cardForm(charge, attempt)}
${summary(charge)}
</section>
${
  names.length > 0 &&
  simulations(
    names.map((name) => ({
      action: `/sandbox/pagar/${charge.id}/${name}`,
      label: SIMULATIONS[name].label,
    })),
  )
}`,
  )
}

/** Title, text and tone for a charge that is not payable any more. */
function resultOf({ status, amount_cents, paid_at }: SandboxCharge): [string, string, 'good' | 'bad' | ''] {
  const amount = formatCents(amount_cents)
  switch (status) {
    case 'CONFIRMED':
    case 'RECEIVED': {
      const moment = paid_at ? ` em ${momentIn(BANK_ZONE, paid_at)}` : ''
      const next = 'A confirmação da inscrição chega em instantes, aqui e por e-mail.'
      return ['Pagamento aprovado', `Recebemos ${amount}${moment}. ${next}`, 'good']
    }
    case 'IN_ANALYSIS':
      return ['Pagamento em análise', 'O emissor está conferindo a compra. A vaga continua guardada.', '']
    case 'REFUNDED':
      return ['Pagamento reembolsado', `${amount} voltam para quem pagou.`, '']
    case 'DISPUTED':
      return ['Pagamento contestado', 'O titular contestou a compra, e o banco está analisando.', 'bad']
    case 'CANCELLED':
      return ['Cobrança cancelada', 'Esta cobrança não pode mais ser paga.', 'bad']
    default:
      return ['O prazo deste pagamento terminou', 'Esta cobrança não pode mais ser paga.', 'bad']
  }
}

const summary = (charge: SandboxCharge): Html => html`<dl aria-label="Resumo da cobrança">
  <div><dt>Valor</dt><dd>${formatCents(charge.amount_cents)}</dd></div>
  <div><dt>Descrição</dt><dd>${charge.description}</dd></div>
  <div><dt>Quem recebe</dt><dd>${RECEIVER.merchantName}</dd></div>
  <div><dt>Quem paga</dt><dd>${charge.payer_name}, CPF ${maskedCpf(charge.payer_cpf_hint)}</dd></div>
  <div><dt>Forma de pagamento</dt><dd>${METHOD_NAMES[charge.method]}${charge.installments > 1 && ` em ${charge.installments}x`}${charge.card_last_digits && ` final ${charge.card_last_digits}`}</dd></div>
  <div><dt>Vencimento</dt><dd>${formatDueDate(charge.due_on, charge.expires_at)}</dd></div>
</dl>`

const maskedCpf = (hint: string) => `***.${hint.slice(0, 3)}.${hint.slice(3)}-**`

const FIELDS = [
  ['number', 'Número do cartão'],
  ['name', 'Nome impresso no cartão'],
  ['expiry', 'Validade (MM/AA)'],
  ['cvv', 'CVV'],
] as const

function cardForm({ id, status, amount_cents }: SandboxCharge, { form, errors }: CardAttempt): Html {
  const [firstError] = FIELDS.find(([name]) => errors[name]) ?? []
  // No autofill: the browser would offer the person's real cards.
  const fields = FIELDS.map(([name, label]) => {
    const error = errors[name]
    return html`<p>
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" value="${form[name]}" autocomplete="off" required ${error && html`aria-invalid="true" aria-describedby="${name}-error"`} ${name === firstError && html`autofocus`}>
    ${error && html`<span class="error" id="${name}-error">${error}</span>`}</p>`
  })
  return html`
${status === 'REFUSED' && alert('O cartão foi recusado pelo banco emissor. Confira os dados ou tente outro cartão.')}
${status === 'REJECTED' && alert('A compra não passou pela análise. Tente outro cartão.')}
<form method="post" action="/sandbox/pagar/${id}/cartao" novalidate autocomplete="off">
  ${fields}
  <button>Pagar ${formatCents(amount_cents)}</button>
</form>
<h2>Cartões de teste</h2>
<p>Só estes números funcionam aqui, com qualquer nome, validade futura e CVV. Não digite um cartão de verdade.</p>
<ul>${TEST_CARDS.map(
    ({ number, label }) =>
      html`<li><span><code>${groupedCardNumber(number)}</code> ${label}</span><a href="/sandbox/pagar/${id}?cartao=${number}" aria-label="Preencher com ${groupedCardNumber(number)}">Preencher</a></li>`,
  )}</ul>`
}

const alert = (text: string): Html => html`<p class="error" role="alert">${text}</p>`
