import { expect, test } from 'vitest'
import { guardianText, requiredSigners } from './minors.ts'

test.each([
  ['the day before 16', '2011-05-11', ['guardian']],
  ['16', '2011-05-10', ['guardian', 'participant']],
  ['the day before 18', '2009-05-11', ['guardian', 'participant']],
  ['18', '2009-05-10', []],
])('who signs at %s', (_, birthDate, signers) => {
  expect(requiredSigners(birthDate, '2027-05-10')).toEqual(signers)
})

test.each([
  ['mother', 'mãe e responsável legal por Lia Souza'],
  ['other', 'CPF 529.982.247-25, responsável legal por Lia Souza'],
] as const)('the text names a guardian who is %s', (relationship, words) => {
  const minor = { name: 'Lia Souza', cpf: '11144477735', birthDate: '2012-01-01' }
  const race = { minor, title: 'Corrida', modality: '5 km', raceDay: '2027-05-10' }
  expect(guardianText(race, { name: 'Rita', cpf: '52998224725', relationship })).toContain(words)
})
