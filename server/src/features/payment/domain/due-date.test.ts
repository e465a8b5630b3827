import { expect, test } from 'vitest'
import { endOfHold, firstDueOn, formatDueDate, graceEndsOn } from './due-date.ts'

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
  ['without a charge', 0, '2026-11-24', false, '2026-11-27'],
] as const)('grace: %s', (_case, type, dueOn, hasCharge, end) => {
  expect(graceEndsOn(type, dueOn, hasCharge)).toBe(end)
})

const HOUR = 3_600_000

test.each([
  ['within the day', '2026-11-21T12:00:00Z', 2, '2026-11-22', '2026-11-21', '2026-11-21T14:00:00Z'],
  ['over midnight', '2026-11-22T02:00:00Z', 6, '2026-11-22', '2026-11-22', '2026-11-22T08:00:00Z'],
  [
    'to the end of its last day',
    '2026-11-22T02:00:00Z',
    6,
    '2026-11-21',
    '2026-11-21',
    '2026-11-22T03:00:00Z',
  ],
] as const)('a spot held for hours: %s', (_case, now, hours, lastDay, dueOn, expiresAt) => {
  expect(endOfHold(new Date(now), hours * HOUR, lastDay)).toEqual({ dueOn, expiresAt: new Date(expiresAt) })
})

test('the due date as text', () => {
  expect(formatDueDate('2026-11-21', null)).toBe('21/11/2026')
  expect(formatDueDate('2026-11-21', new Date('2026-11-21T17:30:00Z'))).toBe(
    '21/11/2026 às 14:30, horário de Brasília',
  )
})
