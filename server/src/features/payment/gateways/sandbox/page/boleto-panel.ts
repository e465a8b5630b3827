import { toBrazilianDate } from '#contract/dates.ts'
import { formatCents } from '#contract/money.ts'
import { type Html, html } from '#server/lib/mail/html.ts'
import { barcodeDigits, digitableLine, formatDigitableLine } from '../boleto.ts'
import type { SandboxCharge } from '../queries.ts'
import { copyField, drawn, icon } from './layout.ts'

/** No bank has this number. */
const TEST_BANK = '999'

export async function boletoPanel(charge: SandboxCharge): Promise<Html> {
  const barcode = barcodeDigits({
    bank: TEST_BANK,
    dueOn: charge.due_on,
    amountCents: charge.amount_cents,
    freeField: `9001${String(charge.number).padStart(21, '0')}`,
  })
  const line = digitableLine(barcode)
  return html`
<p class="deadline">${icon('clock')}<span>Vence em <strong>${toBrazilianDate(charge.due_on)}</strong>. Depois do pagamento, o banco leva até três dias úteis para avisar.</span></p>
<ol class="steps">
  <li>Copie a linha digitável, ou leia o código de barras com o aplicativo do seu banco.</li>
  <li>Confira: <strong>${formatCents(charge.amount_cents)}</strong>, Banco de Testes (${TEST_BANK}).</li>
  <li>Pague até o vencimento. A vaga fica guardada até o banco confirmar.</li>
</ol>
${copyField('boleto', 'Linha digitável', formatDigitableLine(line), line)}
<div class="barcode" role="img" aria-label="Código de barras do boleto">${drawn(await barcodeSvg(barcode))}</div>`
}

/** The library is large, and most visitors never see a boleto. */
async function barcodeSvg(digits: string): Promise<string> {
  const { default: bwip } = await import('bwip-js/node')
  const svg = bwip.toSVG({ bcid: 'interleaved2of5', text: digits, height: 13 })
  // It is as wide as the page leaves it; its bars need no proportion.
  return svg.replace('<svg ', '<svg preserveAspectRatio="none" ')
}
