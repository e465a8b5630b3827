import { generatePixPayload } from '@brazilian-utils/brazilian-utils/generate-pix-payload'
import { barcodeDigits, digitableLine } from './boleto.ts'
import type { SandboxCharge } from './queries.ts'

/** `.test` is reserved: no bank's app resolves it. */
const PIX_HOST = 'pix.largada.test'
/** A bank code that is not assigned. */
const TEST_BANK = '999'
export const RECEIVER = { merchantName: 'Largada Inscrições Esportivas', merchantCity: 'São Paulo' }

/** A dynamic BR Code; the amount is in the payload behind its URL. */
export function pixPayload({ id }: Pick<SandboxCharge, 'id'>): string {
  const payload = generatePixPayload({ ...RECEIVER, url: `${PIX_HOST}/qr/v2/${id.replace(/^cob_/, '')}` })
  if (payload === null) throw new Error('the receiver has no valid Pix code')
  return payload
}

export function boletoDigits({ number, due_on, amount_cents }: SandboxCharge) {
  const barcode = barcodeDigits({
    bank: TEST_BANK,
    dueOn: due_on,
    amountCents: amount_cents,
    freeField: `9001${String(number).padStart(21, '0')}`,
  })
  return { barcode, digitableLine: digitableLine(barcode) }
}
