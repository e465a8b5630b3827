import { expect, test } from 'vitest'
import { base32, totpCode, totpStepOf, totpUri } from './totp.ts'

/** RFC 6238, appendix B: the last six of its eight digits. */
const RFC_SECRET = Buffer.from('12345678901234567890')

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %i the code is %s', (second, code) => {
  expect(totpCode(RFC_SECRET, Math.floor(second / 30))).toBe(code)
})

test('a clock may differ by one step, not more', () => {
  const at = new Date(59_000)
  const taken = [-2, -1, 0, 1, 2].map((drift) =>
    totpStepOf(RFC_SECRET, totpCode(RFC_SECRET, 1 + drift + 3), new Date(at.getTime() + 90_000)),
  )
  expect(taken).toEqual([null, 3, 4, 5, null])
})

test.each([
  ['', ''],
  ['f', 'MY'],
  ['foobar', 'MZXW6YTBOI'],
  ['12345678901234567890', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'],
])('base32 of "%s" is "%s"', (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded)
})

test('the URI names the product and the account', () => {
  expect(totpUri(Buffer.from('foobar'), { issuer: 'Largada', account: 'ana@exemplo.test' })).toBe(
    'otpauth://totp/Largada:ana%40exemplo.test?secret=MZXW6YTBOI&issuer=Largada',
  )
})
