import QRCode from 'qrcode'
import { toBrazilianDate } from '#contract/dates.ts'
import { formatCents } from '#contract/money.ts'
import { type Html, html } from '#server/lib/mail/html.ts'
import { formatDueDate } from '../../../domain/due-date.ts'
import { formatDigitableLine } from '../boleto.ts'
import { deadlineOf } from '../charge-life.ts'
import { boletoDigits, pixPayload, TEST_BANK } from '../payment-codes.ts'
import type { SandboxCharge } from '../queries.ts'
import { copyField, icon, trusted } from './layout.ts'

export async function pixPanel(charge: SandboxCharge): Promise<Html> {
  const code = pixPayload(charge)
  const picture = await QRCode.toString(code, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 })
  const deadline = deadlineOf(charge)
  return html`
<p class="deadline">${icon('clock')}<span>Pague até <time datetime="${deadline.toISOString()}">${lastMinute(charge)}</time><span data-countdown="${deadline.toISOString()}"></span></span></p>
<div class="pix">
  <div class="qr" role="img" aria-label="QR Code do Pix">${trusted(picture)}</div>
  <div>
    <ol class="steps">
      <li>Abra o aplicativo do seu banco e escolha <strong>Pix</strong>.</li>
      <li>Aponte a câmera para o QR Code, ou use o <strong>Pix copia e cola</strong>.</li>
      <li>Confira o valor e confirme. A inscrição é confirmada na hora.</li>
    </ol>
    ${copyField('pix', 'Pix copia e cola', code, code)}
  </div>
</div>`
}

const lastMinute = ({ due_on, expires_at }: SandboxCharge) =>
  expires_at ? formatDueDate(due_on, expires_at) : `${formatDueDate(due_on, null)} às 23:59`

export async function boletoPanel(charge: SandboxCharge): Promise<Html> {
  const { barcode, line } = boletoDigits(charge)
  return html`
<p class="deadline">${icon('clock')}<span>Vence em <strong>${toBrazilianDate(charge.due_on)}</strong>. Depois do pagamento, o banco leva até três dias úteis para avisar.</span></p>
<ol class="steps">
  <li>Copie a linha digitável, ou leia o código de barras com o aplicativo do seu banco.</li>
  <li>Confira: <strong>${formatCents(charge.amount_cents)}</strong>, Banco de Testes (${TEST_BANK}).</li>
  <li>Pague até o vencimento. A vaga fica guardada até o banco confirmar.</li>
</ol>
${copyField('boleto', 'Linha digitável', formatDigitableLine(line), line)}
<div class="barcode" role="img" aria-label="Código de barras do boleto">${trusted(await barcodeSvg(barcode))}</div>`
}

/** The library is loaded only when a boleto is shown: it is large. */
async function barcodeSvg(digits: string): Promise<string> {
  const { default: bwip } = await import('bwip-js/node')
  const svg = bwip.toSVG({ bcid: 'interleaved2of5', text: digits, height: 13 })
  // Stretched to the width of the page.
  return svg.replace('<svg ', '<svg preserveAspectRatio="none" ')
}
