import { describe, expect, test } from 'vitest'
import { formatCnpj, formatCpf, formatPhone, formatZip, isCnpj, isCpf } from './documents.ts'

describe('CPF', () => {
  test.each(['11144477735', '111.444.777-35', '52998224725', '00000000191'])('%s is one', (cpf) => {
    expect(isCpf(cpf)).toBe(true)
  })
  test.each(['11144477736', '11144477725', '11111111111', '1114447773', '111444777355', '', 'abc'])(
    '%s is none',
    (cpf) => {
      expect(isCpf(cpf)).toBe(false)
    },
  )
  test('exactly one pair of check digits is valid', () => {
    const fitting = Array.from({ length: 100 }, (_, n) => `529982247${String(n).padStart(2, '0')}`).filter(
      isCpf,
    )
    expect(fitting).toEqual(['52998224725'])
  })
})

describe('CNPJ', () => {
  test.each(['11222333000181', '11.222.333/0001-81', '12.ABC.345/01DE-35', '12abc34501de35'])(
    '%s is one',
    (cnpj) => {
      expect(isCnpj(cnpj)).toBe(true)
    },
  )
  test.each(['11222333000180', '12ABC34501DE36', '12ABC34501DEA5', '00000000000000', '1122233300018', ''])(
    '%s is none',
    (cnpj) => {
      expect(isCnpj(cnpj)).toBe(false)
    },
  )
})

test.each([
  [formatCpf, '52998224725', '529.982.247-25'],
  [formatCnpj, '12ABC34501DE35', '12.ABC.345/01DE-35'],
  [formatZip, '01001000', '01001-000'],
  [formatPhone, '11987654321', '(11) 98765-4321'],
  [formatPhone, '1133334444', '(11) 3333-4444'],
])('%o', (format, raw, shown) => {
  expect(format(raw)).toBe(shown)
})
