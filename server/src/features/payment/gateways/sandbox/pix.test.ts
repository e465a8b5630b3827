import { getPixPayloadInfo } from '@brazilian-utils/brazilian-utils/get-pix-payload-info'
import { isValidPixPayload } from '@brazilian-utils/brazilian-utils/is-valid-pix-payload'
import { expect, test } from 'vitest'
import { brCode, crc16 } from './pix.ts'

test('the check value of CRC-16/CCITT-FALSE', () => {
  expect(crc16('123456789')).toBe('29B1')
})

test("the Banco Central's own example", () => {
  const example =
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D'
  expect(crc16(example.slice(0, -4))).toBe('1D3D')
})

const charge = {
  url: 'pix.largada.test/qr/v2/3f2a9c0e5b7d48a1b6c4d2e8f0a19b37',
  amountCents: 12_990,
  merchantName: 'Largada Inscrições Esportivas',
  merchantCity: 'São Paulo',
}

test('a dynamic code that an independent reader accepts', () => {
  const code = brCode(charge)
  expect(isValidPixPayload(code)).toBe(true)
  expect(getPixPayloadInfo(code)).toMatchObject({
    pointOfInitiation: 'dynamic',
    url: charge.url,
    merchantName: 'Largada Inscricoes Esport',
    merchantCity: 'Sao Paulo',
  })
  expect(code).toContain('5406129.90')
})

test('a changed character fails the checksum', () => {
  const code = brCode(charge)
  expect(isValidPixPayload(code.replace('129.90', '029.90'))).toBe(false)
})

test('a URL that is too long is refused', () => {
  expect(() => brCode({ ...charge, url: `x.br/${'a'.repeat(90)}` })).toThrow(RangeError)
})
