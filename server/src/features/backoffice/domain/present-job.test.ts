import { expect, test } from 'vitest'
import { impersonalPayload } from './present-job.ts'

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
  expect(Object.fromEntries(impersonalPayload(payload).map(({ name, value }) => [name, value]))).toEqual(
    shown,
  )
})
