import { expect, test } from 'vitest'
import { ageBands } from './age-bands.ts'

test('bands from the first with somebody to the last, the empty ones between them too', () => {
  expect(
    ageBands([
      { sex: 0, age: 19, registrations: 2 },
      { sex: 1, age: 16, registrations: 3 },
      { sex: 1, age: 25, registrations: 1 },
    ]),
  ).toEqual([
    { band: '16 a 19', men: 2, women: 3 },
    { band: '20 a 24', men: 0, women: 0 },
    { band: '25 a 29', men: 0, women: 1 },
  ])
})

test('the youngest and the oldest have no bound', () => {
  expect(
    ageBands([
      { sex: 0, age: -1, registrations: 1 },
      { sex: 1, age: 103, registrations: 1 },
    ]).map(({ band }) => band),
  ).toEqual(expect.arrayContaining(['até 15', '80 ou mais']))
})

test('nobody is no band', () => expect(ageBands([])).toEqual([]))
