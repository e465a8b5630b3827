import { expect, test } from 'vitest'
import { addressLine, sellerWords } from './seller.ts'

const address = {
  street: 'Avenida Paulista',
  number: '1000',
  complement: 'sala 2',
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
  zip: '01310100',
}

test('a company and a person, each on one line', () => {
  const line = addressLine(address)
  expect(line).toBe('Avenida Paulista, 1000, sala 2, Bela Vista, São Paulo/SP, CEP 01310-100')
  expect(sellerWords({ name: 'Corre Ltda.', document: '12ABC34501DE35', address: line })).toBe(
    `Corre Ltda. · CNPJ 12.ABC.345/01DE-35 · ${line}`,
  )
  expect(sellerWords({ name: 'Ana Souza', document: '52998224725', address: line })).toBe(
    `Ana Souza · CPF 529.982.247-25 · ${line}`,
  )
})

test('omits what an address lacks', () => {
  expect(addressLine({ ...address, number: null, complement: null, district: '', zip: null })).toBe(
    'Avenida Paulista, São Paulo/SP',
  )
})
