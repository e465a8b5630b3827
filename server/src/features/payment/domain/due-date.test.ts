import { expect, test } from 'vitest'
import { firstDueOn, graceEndsOn } from './due-date.ts'

test.each([
  ['Pix: the next day', 0, '2026-11-20', '2027-03-01', '2026-11-21'],
  ['boleto: three days', 1, '2026-11-20', '2027-03-01', '2026-11-23'],
  ['card: the next day', 2, '2026-12-31', '2027-03-01', '2027-01-01'],
  ['never past the race', 1, '2026-11-20', '2026-11-21', '2026-11-21'],
  ['on the day of the race: today', 0, '2026-11-20', '2026-11-20', '2026-11-20'],
  ['after the race: today', 0, '2026-11-20', '2026-11-10', '2026-11-20'],
] as const)('due: %s', (_case, type, today, eventOn, due) => {
  expect(firstDueOn(type, today, eventOn)).toBe(due)
})

test.each([
  ['Pix has none', 0, '2026-11-24', true, '2026-11-24'],
  ['card has none', 2, '2026-11-24', true, '2026-11-24'],
  ['boleto, three bank days', 1, '2026-11-24', true, '2026-11-27'],
  ['boleto over a weekend', 1, '2026-11-26', true, '2026-12-01'],
  ['boleto due on a Sunday', 1, '2026-11-29', true, '2026-12-02'],
  ['boleto over a holiday', 1, '2026-12-24', true, '2026-12-30'],
  ['boleto over Carnival', 1, '2027-02-05', true, '2027-02-11'],
  ['no charge, nobody could pay', 0, '2026-11-24', false, '2026-11-27'],
] as const)('grace: %s', (_case, type, dueOn, hasCharge, end) => {
  expect(graceEndsOn(type, dueOn, hasCharge)).toBe(end)
})
