import { expect, test } from 'vitest'
import { isTypingError } from './typing-error.ts'

const carla = { name: 'Carla Dias Moreira', birth_date: '1990-03-12' }

test.each([
  ['a letter', { name: 'Karla Dias Moreira' }],
  ['accents and capitals', { name: 'CÁRLA DIÁS MOREIRA' }],
  ['a surname after a marriage', { name: 'Carla Dias Souza Lima' }],
  ['a missing surname', { name: 'Carla' }],
  ['the day', { birth_date: '1990-03-13' }],
  ['the year', { birth_date: '1991-03-12' }],
  ['day and month', { birth_date: '1990-12-03' }],
  ['a letter and the year', { name: 'Carla Diaz Moreira', birth_date: '1989-03-12' }],
])('%s may be corrected', (_what, change) => {
  expect(isTypingError(carla, { ...carla, ...change })).toBe(true)
})

test.each([
  ['another first name', { name: 'Marina Dias Moreira' }],
  ['another surname with another year', { name: 'Carla Souza', birth_date: '2015-03-12' }],
  ['another date', { birth_date: '2015-08-30' }],
  ['another day and year', { birth_date: '2015-03-30' }],
  ['the same name in another generation', { birth_date: '2015-03-12' }],
  ['another person', { name: 'João Pedro Alves', birth_date: '2015-08-30' }],
])('%s describes another person', (_what, change) => {
  expect(isTypingError(carla, { ...carla, ...change })).toBe(false)
})
