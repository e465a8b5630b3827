import { momentIn } from '#contract/dates.ts'
import { formatCents } from '#contract/money.ts'
import { type Html, html } from '#server/lib/mail/html.ts'
import { BANK_ZONE, formatDueDate } from '../../../domain/due-date.ts'
import { isPaidStatus, isPayable, SIMULATIONS, type Simulation, simulated } from '../charge-life.ts'
import { RECEIVER } from '../payment-codes.ts'
import type { SandboxCharge } from '../queries.ts'
import { type CardAttempt, cardPanel } from './card-panel.ts'
import { type AssetUrls, type IconName, icon, layout, MY_EVENTS } from './layout.ts'

const METHOD_NAMES = { PIX: 'Pix', BOLETO: 'Boleto', CREDIT_CARD: 'Cartão de Crédito' }

type Tone = 'good' | 'wait' | 'bad'
interface Result {
  title: string
  text: string
  word: string
  tone: Tone
}

/** Plays the bank: the form of a card while it can be paid, what became of the charge, and buttons for what a bank does. */
export function chargePage(
  charge: SandboxCharge,
  { now, assets, attempt }: { now: Date; assets: AssetUrls; attempt: CardAttempt },
): Html {
  const result = resultOf(charge, now)
  const title =
    result?.title ?? `Pague ${formatCents(charge.amount_cents)} com ${METHOD_NAMES[charge.method]}`
  return layout(
    title,
    assets,
    html`<main class="page wide">
<section class="panel" id="resultado" tabindex="-1" aria-labelledby="titulo">
${result ? resultPanel(result) : html`<h1 id="titulo">${title}</h1>${charge.method === 'CREDIT_CARD' && cardPanel(charge, attempt)}`}
${simulations(charge, now)}
</section>
${summary(charge, result?.word ?? 'Aguardando pagamento', result?.tone ?? 'wait')}
</main>`,
  )
}

export const missingPage = (assets: AssetUrls): Html =>
  layout(
    'Cobrança não encontrada',
    assets,
    html`<main class="page"><section class="panel" aria-labelledby="titulo">${resultPanel({
      title: 'Cobrança não encontrada',
      text: 'Confira o endereço ou abra o pagamento de novo a partir de Meus Eventos.',
      word: '',
      tone: 'bad',
    })}</section></main>`,
  )

/** Null while the charge is payable. */
function resultOf(charge: SandboxCharge, now: Date): Result | null {
  if (isPayable(charge, now)) return null
  const amount = formatCents(charge.amount_cents)
  if (isPaidStatus(charge.status))
    return {
      title: 'Pagamento aprovado',
      text: `Recebemos ${amount}${charge.paid_at ? ` em ${momentIn(BANK_ZONE, charge.paid_at)}` : ''}. A confirmação da inscrição chega em instantes, aqui e por e-mail.`,
      word: 'Pago',
      tone: 'good',
    }
  switch (charge.status) {
    case 'IN_ANALYSIS':
      return {
        title: 'Pagamento em análise',
        text: 'O emissor do cartão está conferindo a compra. A vaga continua guardada enquanto isso.',
        word: 'Em análise',
        tone: 'wait',
      }
    case 'REFUNDED':
      return {
        title: 'Pagamento reembolsado',
        text: `${amount} voltam para quem pagou.`,
        word: 'Reembolsado',
        tone: 'wait',
      }
    case 'DISPUTED':
      return {
        title: 'Pagamento contestado',
        text: 'O titular contestou a compra, e o banco está analisando.',
        word: 'Contestado',
        tone: 'bad',
      }
    case 'CANCELLED':
      return {
        title: 'Cobrança cancelada',
        text: 'Esta cobrança não pode mais ser paga.',
        word: 'Cancelada',
        tone: 'bad',
      }
    default:
      return {
        title: 'O prazo deste pagamento terminou',
        text: 'Esta cobrança não pode mais ser paga. Se ainda houver vagas, é só se inscrever de novo.',
        word: 'Expirada',
        tone: 'bad',
      }
  }
}

const TONE_ICONS: Record<Tone, IconName> = { good: 'check', wait: 'clock', bad: 'cross' }

const resultPanel = ({ title, text, tone }: Result): Html => html`
<div class="result ${tone}">
  <span class="medal">${icon(TONE_ICONS[tone])}</span>
  <h1 id="titulo">${title}</h1>
  <p>${text}</p>
  <a class="button primary" href="${MY_EVENTS}">Ver Meus Eventos</a>
</div>`

function simulations(charge: SandboxCharge, now: Date): Html | null {
  const names = (Object.keys(SIMULATIONS) as Simulation[]).filter((name) => simulated(charge, name, now))
  if (names.length === 0) return null
  const buttons = html`<div class="buttons">${names.map(
    (name) =>
      html`<form method="post" action="/sandbox/pagar/${charge.id}/${name}"><button class="button ${(name === 'pagar' || name === 'aprovar') && 'primary'}">${SIMULATIONS[name].label}</button></form>`,
  )}</div>`
  if (isPaidStatus(charge.status))
    return html`<details class="simulate"><summary>Mais simulações</summary>${buttons}</details>`
  return html`<div class="simulate"><h2>Simulações do ambiente de testes</h2>
<p>Aqui não há banco: estes botões fazem o papel dele.</p>${buttons}</div>`
}

const summary = (charge: SandboxCharge, word: string, tone: Tone): Html => html`
<aside class="summary" aria-label="Resumo da cobrança">
  <p class="amount"><span>Valor</span><strong>${formatCents(charge.amount_cents)}</strong></p>
  <dl>
    <div><dt>Situação</dt><dd><span class="chip ${tone}">${icon(TONE_ICONS[tone])}${word}</span></dd></div>
    <div><dt>Descrição</dt><dd>${charge.description}</dd></div>
    <div><dt>Quem recebe</dt><dd>${RECEIVER.name}</dd></div>
    <div><dt>Quem paga</dt><dd>${charge.payer_name}<br><span class="soft">CPF ${maskedCpf(charge.payer_cpf_hint)}</span></dd></div>
    <div><dt>Forma de pagamento</dt><dd>${METHOD_NAMES[charge.method]}${charge.installments > 1 && ` em ${charge.installments}x`}${charge.card_last_digits && ` final ${charge.card_last_digits}`}</dd></div>
    <div><dt>Vencimento</dt><dd>${formatDueDate(charge.due_on, charge.expires_at)}</dd></div>
  </dl>
  <p class="back"><a href="${MY_EVENTS}">${icon('back')}Voltar para Meus Eventos</a></p>
</aside>`

const maskedCpf = (hint: string) => `***.${hint.slice(0, 3)}.${hint.slice(3)}-**`
