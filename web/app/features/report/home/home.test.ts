import { expect, test } from 'vitest'
import { changeOf } from './percent-change.ts'
import { daysOfPeriod, readPeriod } from './period.ts'

test.each([
  ['7', '7'],
  ['tudo', 'tudo'],
  ['', '30'],
  ['8', '30'],
])('the URL parameter %j selects the period %s', (asked, period) => expect(readPeriod(asked)).toBe(period))

test("a period ends today; 'tudo' has no bounds", () => {
  expect(daysOfPeriod('7', '2026-03-03')).toEqual({ from: '2026-02-25', to: '2026-03-03' })
  expect(daysOfPeriod('tudo', '2026-03-03')).toEqual({})
})

test.each([
  [0, 0, 'same', 'igual ao período anterior'],
  [3, 0, 'up', 'nada no período anterior'],
  [30, 20, 'up', '50% mais que no período anterior'],
  [509, 3, 'up', 'bem mais que no período anterior'],
  [0, 20, 'down', '100% menos que no período anterior'],
])('%i after %i', (now, before, direction, words) => {
  expect(changeOf(now, before)).toEqual({ direction, words })
})
