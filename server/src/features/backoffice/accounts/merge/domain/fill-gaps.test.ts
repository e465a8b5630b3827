import { expect, test } from 'vitest'
import type { PersonalData } from '#server/features/account/queries.ts'
import { fillGaps } from './fill-gaps.ts'

const NOBODY: PersonalData = {
  cpf: null,
  rg: null,
  phone: null,
  birth_on: null,
  sex: null,
  emergency_contact: null,
  emergency_contact_phone: null,
  image_path: null,
  document_path: null,
  zip: null,
  street: null,
  street_number: null,
  complement: null,
  district: null,
  city: null,
  state_code: null,
}
const HOME = {
  zip: '01001000',
  street: 'Praça da Sé',
  street_number: '1',
  city: 'São Paulo',
  state_code: 'SP',
}

test.each<[string, Partial<PersonalData>, Partial<PersonalData>, string[]]>([
  ['nothing to take', {}, {}, []],
  ['a CPF that is missing', {}, { cpf: '52998224725' }, ['CPF']],
  ['a CPF that is there stays', { cpf: '52998224725' }, { cpf: '11144477735' }, []],
  ['male is known too', {}, { sex: 0 }, ['Sexo']],
  ['an address as a whole', {}, HOME, ['Endereço']],
  ['no half of an address', { city: 'Natal' }, HOME, []],
  ['several', { rg: '1' }, { rg: '2', phone: '11987654321', image_path: 'a.png' }, ['Telefone', 'Foto']],
])('%s', (_, kept, duplicate, names) => {
  const filled = fillGaps({ ...NOBODY, ...kept }, { ...NOBODY, ...duplicate })
  expect(filled.names).toEqual(names)
  for (const column of Object.keys(filled.columns) as (keyof PersonalData)[]) {
    expect({ ...NOBODY, ...kept }[column]).toBeNull()
    expect(filled.columns[column]).toEqual({ ...NOBODY, ...duplicate }[column])
  }
})
