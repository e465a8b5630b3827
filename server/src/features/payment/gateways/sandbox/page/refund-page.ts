import { formatCents } from '#contract/money.ts'
import { type Html, html } from '#server/lib/mail/html.ts'
import type { RefundStatus } from '../protocol.ts'
import type { SandboxRefund } from '../queries.ts'
import { type AssetUrls, layout } from './layout.ts'

const TEXTS: Record<RefundStatus, string> = {
  AWAITING_PAYER: 'Para receber a devolução de um boleto, quem pagou informa aqui a sua conta bancária.',
  DONE: 'A devolução foi feita.',
  DENIED: 'Os dados bancários não foram aceitos, e a devolução não foi feita.',
}

/** Plays the page on which the payer of a boleto gives their bank data; it asks for none. */
export const refundPage = (refund: SandboxRefund, assets: AssetUrls): Html =>
  layout(
    'Devolução do boleto',
    assets,
    html`<main class="page"><section class="panel" aria-labelledby="titulo">
<h1 id="titulo">Devolução de ${formatCents(refund.amount_cents)}</h1>
<p>${TEXTS[refund.status]}</p>
${
  refund.status === 'AWAITING_PAYER' &&
  html`<div class="simulate"><h2>Simulações do ambiente de testes</h2>
<p>Aqui não há banco: estes botões fazem o papel dele.</p><div class="buttons">
<form method="post" action="/sandbox/devolver/${refund.id}/aceitar"><button class="button primary">Simular dados aceitos</button></form>
<form method="post" action="/sandbox/devolver/${refund.id}/recusar"><button class="button">Simular dados recusados</button></form>
</div></div>`
}
</section></main>`,
  )
