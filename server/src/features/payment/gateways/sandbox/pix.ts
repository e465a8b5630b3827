/** A dynamic BR Code (EMV QRCPS-MPM as specified by the Banco Central do Brasil): the text of the QR code and of "copia e cola". */
interface PixCharge {
  /** Where a bank's app fetches the charge, without `https://`; at most 77 characters. */
  url: string
  amountCents: number
  merchantName: string
  merchantCity: string
}

const MERCHANT_NAME_LENGTH = 25
const MERCHANT_CITY_LENGTH = 15

export function brCode(charge: PixCharge): string {
  const unsigned = [
    field('00', '01'),
    // Point of initiation method 12: may be used once.
    field('01', '12'),
    field('26', field('00', 'br.gov.bcb.pix') + field('25', charge.url)),
    field('52', '0000'),
    field('53', '986'),
    field('54', (charge.amountCents / 100).toFixed(2)),
    field('58', 'BR'),
    field('59', plainText(charge.merchantName, MERCHANT_NAME_LENGTH)),
    field('60', plainText(charge.merchantCity, MERCHANT_CITY_LENGTH)),
    // In a dynamic code the transaction id is in the payload behind the URL.
    field('62', field('05', '***')),
    '6304',
  ].join('')
  return unsigned + crc16(unsigned)
}

/** CRC-16/CCITT-FALSE over every byte including the `6304` of its own field, in four upper-case hex digits. */
export function crc16(text: string): string {
  let crc = 0xffff
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

function field(id: string, value: string): string {
  if (value.length > 99) throw new RangeError(`BR Code field ${id} is longer than 99`)
  return id + String(value.length).padStart(2, '0') + value
}

/** ASCII only: some banks' apps cannot read accents. */
const plainText = (text: string, length: number) =>
  text
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .slice(0, length)
    .trim()
