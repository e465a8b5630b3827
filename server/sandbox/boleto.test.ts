import { getBoletoInfo } from '@brazilian-utils/brazilian-utils/get-boleto-info'
import { isValidBoleto } from '@brazilian-utils/brazilian-utils/is-valid-boleto'
import { describe, expect, test } from 'vitest'
import { addDays } from '#contract/dates.ts'
import { barcodeDigits, digitableLine, dueFactor } from './boleto.ts'

describe('due factor', () => {
  test.each([
    ['the first of the first cycle', '2000-07-03', 1000],
    ['the last of the first cycle', '2025-02-21', 9999],
    ['the first of the second cycle', '2025-02-22', 1000],
    ['in the second cycle', '2026-12-10', 1656],
    ['the last of the second cycle', '2049-10-13', 9999],
    ['the first of the third cycle', '2049-10-14', 1000],
  ])('%s', (_case, day, factor) => {
    expect(dueFactor(day)).toBe(factor)
  })
})

test('a documented barcode gives its documented digitable line', () => {
  expect(digitableLine('00191878900000050000000002759288002193297817')).toBe(
    '00190000090275928800021932978170187890000005000',
  )
})

test("the same boleto's barcode is built from its parts", () => {
  // Factor 8789 of the first cycle.
  expect(
    barcodeDigits({
      bank: '001',
      dueOn: addDays('1997-10-07', 8789),
      amountCents: 5000,
      freeField: '0000002759288002193297817',
    }),
  ).toBe('00191878900000050000000002759288002193297817')
})

test('lines of many boletos pass an independent validator and read back', () => {
  for (let n = 0; n < 200; n++) {
    const boleto = {
      bank: '999',
      dueOn: addDays('2026-11-20', n),
      amountCents: 500 + n * 7919,
      freeField: String(n * 104_729).padStart(25, '7'),
    }
    const barcode = barcodeDigits(boleto)
    expect(barcode).toMatch(/^\d{44}$/)
    const line = digitableLine(barcode)
    expect(line).toMatch(/^\d{47}$/)
    expect(isValidBoleto(line), line).toBe(true)
    const read = getBoletoInfo(line, { referenceDate: new Date(2026, 10, 20) })
    expect(read).toMatchObject({ amount: boleto.amountCents, bankCode: '999' })
    expect(read?.expirationDate?.toDateString()).toBe(new Date(`${boleto.dueOn}T12:00:00`).toDateString())
  }
})

test('a free field of another length is refused', () => {
  expect(() => barcodeDigits({ bank: '999', dueOn: '2026-11-20', amountCents: 1, freeField: '123' })).toThrow(
    RangeError,
  )
})
