import QRCode from 'qrcode'
import { type Html, html } from '#server/lib/mail/html.ts'
import { dueWords } from '../../../domain/due-date.ts'
import { deadlineOf } from '../charge-life.ts'
import { brCode } from '../pix.ts'
import type { SandboxCharge } from '../queries.ts'
import { copyField, drawn, icon } from './layout.ts'

/** A reserved name: no bank's app will ever find a charge there. */
const PIX_HOST = 'pix.largada.test'

export async function pixPanel(
  charge: SandboxCharge,
  receiver: { name: string; city: string },
): Promise<Html> {
  const code = brCode({
    url: `${PIX_HOST}/qr/v2/${charge.id.replace(/^cob_/, '')}`,
    amountCents: charge.amount_cents,
    merchantName: receiver.name,
    merchantCity: receiver.city,
  })
  const picture = await QRCode.toString(code, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 })
  const deadline = deadlineOf(charge)
  return html`
<p class="deadline">${icon('clock')}<span>Pague até <time datetime="${deadline.toISOString()}">${lastMinute(charge)}</time><span data-countdown="${deadline.toISOString()}"></span></span></p>
<div class="pix">
  <div class="qr" role="img" aria-label="QR Code do Pix">${drawn(picture)}</div>
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
  expires_at ? dueWords(due_on, expires_at) : `${dueWords(due_on, null)} às 23:59`
