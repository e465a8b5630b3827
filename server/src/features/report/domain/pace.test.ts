import { expect, test } from 'vitest'
import { expectedPaid, paceLine } from './pace.ts'

const LAST = [
  { days_left: 40, registrations: 20 },
  { days_left: 30, registrations: 20 },
  { days_left: 0, registrations: 60 },
]

test('a line adds up what was paid until each day, and leaves out days to come', () => {
  const paid = [
    { days_left: 3, registrations: 2 },
    { days_left: 1, registrations: 5 },
  ]
  expect(paceLine(paid, [{ days_left: 2, registrations: 4 }], 1)).toEqual([
    { days_left: 3, paid: 2, last: 0 },
    { days_left: 2, paid: 2, last: 4 },
    { days_left: 1, paid: 7, last: 4 },
    { days_left: 0, paid: null, last: 4 },
  ])
  expect(paceLine(paid, null, 0).map(({ last }) => last)).toEqual([null, null, null, null])
})

test('a line starts with all that was paid a year before the race, and is empty without payments', () => {
  const early = [900, 400, 365].map((days_left) => ({ days_left, registrations: 1 }))
  const line = paceLine(early, null, 0)
  expect([line.length, line[0]]).toEqual([366, { days_left: 365, paid: 3, last: null }])
  expect(paceLine([], [], 30)).toEqual([])
})

test('days until today have a sum, also without payments since; days to come have none', () => {
  expect(paceLine([{ days_left: 10, registrations: 1 }], null, 8).map(({ paid }) => paid)).toEqual([
    ...[1, 1, 1],
    ...Array(8).fill(null),
  ])
})

test.each([
  // 40 of 100 were paid by then: 60 of 150.
  ['in proportion to the last edition', LAST, { daysLeft: 30, salesDays: 28, capacity: null }, 150],
  ['as many as there are spots', LAST, { daysLeft: 30, salesDays: 28, capacity: 120 }, 120],
  [
    'what is paid if cancelled registrations made it more',
    null,
    { daysLeft: 30, salesDays: 28, capacity: 50 },
    60,
  ],
  [
    'at the pace of the last two weeks without one',
    null,
    { daysLeft: 30, salesDays: 28, capacity: 500 },
    60 + 80,
  ],
  [
    'at that pace too if the last edition had hardly begun',
    [{ days_left: 0, registrations: 900 }],
    { daysLeft: 30, salesDays: 28, capacity: null },
    140,
  ],
  ['what is paid once sales have ended', LAST, { daysLeft: 30, salesDays: 0, capacity: null }, 60],
])('expects %s', (_, last, sales, expected) => {
  const paid = [
    { days_left: 60, registrations: 20 },
    { days_left: 32, registrations: 40 },
  ]
  expect(expectedPaid(paid, last, sales)).toBe(expected)
})

test('a sale that began today counts as one day', () => {
  const sales = { daysLeft: 30, salesDays: 10, capacity: null }
  expect(expectedPaid([{ days_left: 30, registrations: 3 }], null, sales)).toBe(33)
})
