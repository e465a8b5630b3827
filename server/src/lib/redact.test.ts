import { expect, test } from 'vitest'
import { redactPayload, redactText } from './redact.ts'

test.each([
  ['550 5.1.1 <ana@exemplo.test>: unknown', '550 5.1.1 <[e-mail]>: unknown'],
  ['Key (cpf)=(52998224725) already exists', 'Key (cpf)=([documento]) already exists'],
  ['CPF 529.982.247-25 inválido', 'CPF [documento] inválido'],
  ['connect ECONNREFUSED 127.0.0.1:25', 'connect ECONNREFUSED 127.0.0.1:25'],
  ['x'.repeat(900), 'x'.repeat(500)],
])('%s', (text, expected) => {
  expect(redactText(text)).toBe(expected)
})

test.each([
  [
    { userId: 7, oldEmail: 'ana@exemplo.test' },
    { userId: '7', oldEmail: '(oculto)' },
  ],
  [{ paths: ['a', 'b'] }, { paths: '2 itens' }],
  [
    { again: true, to: null, person: { cpf: '1' } },
    { again: 'true', to: '—', person: '(oculto)' },
  ],
  [null, {}],
  ['text', {}],
])('%j', (payload, shown) => {
  expect(Object.fromEntries(redactPayload(payload).map(({ name, value }) => [name, value]))).toEqual(shown)
})
