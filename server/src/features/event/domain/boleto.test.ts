import { expect, test } from 'vitest'
import { timelyTypes } from './boleto.ts'

// Due three days later, cleared three bank days after that. 2026-11-09 is a Monday.
test.each([
  ['cleared on race day', [0, 1, 2], '2026-11-09', '2026-11-17', [0, 1, 2]],
  ['cleared the day after', [0, 1, 2], '2026-11-09', '2026-11-16', [0, 2]],
  ['over a weekend and Christmas', [1, 2], '2026-12-21', '2026-12-29', [2]],
  ['on race day', [0, 1], '2026-11-16', '2026-11-16', [0]],
  ['the only method', [1], '2026-11-16', '2026-11-16', [1]],
  ['no boleto', [0, 2], '2026-11-16', '2026-11-16', [0, 2]],
])('a boleto: %s', (_case, types, today, eventOn, left) => {
  expect(timelyTypes(types, { today, eventOn })).toEqual(left)
})
