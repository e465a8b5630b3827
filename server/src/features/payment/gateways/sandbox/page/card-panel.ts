import { formatCents } from '#contract/money.ts'
import { type Html, html } from '#server/lib/mail/html.ts'
import { type CardErrors, type CardForm, groupedCardNumber, TEST_CARDS } from '../cards.ts'
import type { SandboxCharge } from '../queries.ts'
import { icon } from './layout.ts'

/** The submitted form and its validation errors. */
export interface CardAttempt {
  form: CardForm
  errors: CardErrors
}

interface Field {
  name: keyof CardForm
  label: string
  hint?: string
  inputMode: 'numeric' | 'text'
  maxLength: number
  placeholder: string
}

const FIELDS: readonly Field[] = [
  {
    name: 'number',
    label: 'Número do cartão',
    inputMode: 'numeric',
    maxLength: 23,
    placeholder: '0000 0000 0000 0000',
  },
  {
    name: 'name',
    label: 'Nome impresso no cartão',
    inputMode: 'text',
    maxLength: 60,
    placeholder: 'Como está no cartão',
  },
  { name: 'expiry', label: 'Validade', inputMode: 'numeric', maxLength: 7, placeholder: 'MM/AA' },
  { name: 'cvv', label: 'CVV', inputMode: 'numeric', maxLength: 4, placeholder: '123' },
]

export function cardPanel(charge: SandboxCharge, { form, errors }: CardAttempt): Html {
  const firstError = FIELDS.find(({ name }) => errors[name])?.name
  return html`
${charge.status === 'REFUSED' && alert('O cartão foi recusado pelo banco emissor. Confira os dados ou tente outro cartão.')}
${charge.status === 'REJECTED' && alert('A compra não passou pela análise. Tente outro cartão.')}
<form class="card" method="post" action="/sandbox/pagar/${charge.id}/cartao" novalidate autocomplete="off">
  ${FIELDS.map((field) => input(field, form[field.name], errors[field.name], field.name === firstError))}
  <button class="button primary wide">Pagar ${formatCents(charge.amount_cents)}</button>
</form>
<div class="simulate">
  <h2>Cartões de teste</h2>
  <p>Não digite um cartão de verdade: só estes números funcionam aqui, com qualquer nome, validade futura e CVV.</p>
  <ul class="cards">${TEST_CARDS.map(
    (card) =>
      html`<li><code>${groupedCardNumber(card.number)}</code><span>${card.label}</span><a href="/sandbox/pagar/${charge.id}?cartao=${card.number}">Preencher<span class="hidden"> com ${groupedCardNumber(card.number)}</span></a></li>`,
  )}</ul>
</div>`
}

const alert = (text: string): Html =>
  html`<p class="alert" role="alert">${icon('alert')}<span>${text}</span></p>`

// No autofill: the browser would offer the person's real cards.
const input = (field: Field, value: string, error: string | undefined, focused: boolean): Html => html`
  <div class="field ${field.name}">
    <label for="${field.name}">${field.label}</label>
    <input id="${field.name}" name="${field.name}" value="${value}" inputmode="${field.inputMode}" maxlength="${field.maxLength}"
      placeholder="${field.placeholder}" autocomplete="off" required ${error && html`aria-invalid="true" aria-describedby="${field.name}-error"`} ${focused && html`autofocus`}>
    ${error && html`<p class="error" id="${field.name}-error">${error}</p>`}
  </div>`
