import { formatCents } from '#contract/money.ts'
import { type Html, html } from '#server/lib/mail/html.ts'
import type { RefundStatus } from '../protocol.ts'
import type { SandboxRefund } from '../queries.ts'

/** `style` is the address of the style sheet. */
export const layout = (title: string, style: string, content: Html): Html => html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Largada</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${style}">
</head>
<body>
<p role="note"><strong>Ambiente de testes:</strong> nenhum valor real é cobrado.</p>
<main>
${content}
<p><a href="/participante/eventos">Ver Meus Eventos</a></p>
</main>
</body>
</html>
`

/** Buttons that do what a bank would. The first is the primary one. */
export const simulations = (buttons: readonly { action: string; label: string }[]): Html => html`
<section aria-labelledby="simulacoes">
<h2 id="simulacoes">Simulações do ambiente de testes</h2>
<p>Aqui não há banco: estes botões fazem o papel dele.</p>
<div class="buttons">${buttons.map(
  ({ action, label }) => html`<form method="post" action="${action}"><button>${label}</button></form>`,
)}</div>
</section>`

export const missingPage = (style: string): Html =>
  layout(
    'Cobrança não encontrada',
    style,
    html`<section class="bad" aria-labelledby="titulo"><h1 id="titulo">Cobrança não encontrada</h1>
<p>Confira o endereço ou abra o pagamento de novo a partir de Meus Eventos.</p></section>`,
  )

const REFUND_TEXTS: Record<RefundStatus, string> = {
  AWAITING_PAYER: 'Para receber a devolução de um boleto, quem pagou informa aqui a sua conta bancária.',
  DONE: 'A devolução foi feita.',
  DENIED: 'Os dados bancários não foram aceitos, e a devolução não foi feita.',
}

/** Simulates the page on which the payer of a boleto gives their bank data, without asking for any. */
export const refundPage = ({ id, amount_cents, status }: SandboxRefund, style: string): Html =>
  layout(
    'Devolução do boleto',
    style,
    html`<section aria-labelledby="titulo"><h1 id="titulo">Devolução de ${formatCents(amount_cents)}</h1>
<p>${REFUND_TEXTS[status]}</p></section>
${
  status === 'AWAITING_PAYER' &&
  simulations([
    { action: `/sandbox/devolver/${id}/aceitar`, label: 'Simular dados aceitos' },
    { action: `/sandbox/devolver/${id}/recusar`, label: 'Simular dados recusados' },
  ])
}`,
  )
