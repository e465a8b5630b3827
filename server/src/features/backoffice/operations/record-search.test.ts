import { expect, test } from 'vitest'
import { parseSearch } from './record-search.ts'

test.each([
  ['', null],
  ['  ', null],
  ['31', { kind: 'number', number: 31 }],
  ['cob_9f8e7d6c', { kind: 'charge', chargeId: 'cob_9f8e7d6c' }],
  ['pay_080225913252', { kind: 'charge', chargeId: 'pay_080225913252' }],
  ['Ana Lúcia', { kind: 'person', patterns: ['%ana%', '%lucia%'] }],
  ['52998224725', { kind: 'person', patterns: ['%52998224725%'] }],
  ['529.982.247-25', { kind: 'person', patterns: ['%52998224725%'] }],
  ['ana_maria@exemplo.test', { kind: 'person', patterns: ['%ana\\_maria@exemplo.test%'] }],
])('%j', (typed, parsed) => {
  expect(parseSearch(typed)).toEqual(parsed)
})
