import { barcodeDigits, digitableLine } from './boleto.ts'
import { brCode } from './pix.ts'
import type { SandboxCharge } from './queries.ts'

/** `.test` is reserved: no bank's app resolves it. */
const PIX_HOST = 'pix.largada.test'
export const RECEIVER = { name: 'Largada Inscrições Esportivas', city: 'São Paulo' }
/** A bank code that is not assigned. */
export const TEST_BANK = '999'

export const pixPayload = (charge: Pick<SandboxCharge, 'id' | 'amount_cents'>): string =>
  brCode({
    url: `${PIX_HOST}/qr/v2/${charge.id.replace(/^cob_/, '')}`,
    amountCents: charge.amount_cents,
    merchantName: RECEIVER.name,
    merchantCity: RECEIVER.city,
  })

export function boletoDigits(charge: Pick<SandboxCharge, 'number' | 'due_on' | 'amount_cents'>) {
  const barcode = barcodeDigits({
    bank: TEST_BANK,
    dueOn: charge.due_on,
    amountCents: charge.amount_cents,
    freeField: `9001${String(charge.number).padStart(21, '0')}`,
  })
  return { barcode, line: digitableLine(barcode) }
}
