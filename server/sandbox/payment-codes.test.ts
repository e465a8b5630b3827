import { getPixPayloadInfo } from '@brazilian-utils/brazilian-utils/get-pix-payload-info'
import { isValidPixPayload } from '@brazilian-utils/brazilian-utils/is-valid-pix-payload'
import { expect, test } from 'vitest'
import { pixPayload } from './payment-codes.ts'

const code = pixPayload({ id: 'cob_3f2a9c0e5b7d48a1b6c4d2e8f0a19b37' })

test('a dynamic Pix code that a reader accepts', () => {
  expect(isValidPixPayload(code)).toBe(true)
  expect(getPixPayloadInfo(code)).toMatchObject({
    pointOfInitiation: 'dynamic',
    url: 'pix.largada.test/qr/v2/3f2a9c0e5b7d48a1b6c4d2e8f0a19b37',
    merchantName: 'Largada Inscricoes Esport',
    merchantCity: 'Sao Paulo',
  })
})

test('a changed character fails the checksum', () => {
  expect(isValidPixPayload(code.replace('Largada', 'Largado'))).toBe(false)
})

test('a URL that is too long is refused', () => {
  expect(() => pixPayload({ id: 'a'.repeat(90) })).toThrow('no valid Pix code')
})
