import { expect, test } from 'vitest'
import { pauseMs, peopleAhead } from './waiting-room.ts'

const open = { admitted: 100, starts_at: null, per_minute: 60 }

test('nobody is ahead of the holder of an admitted number', () => {
  expect(peopleAhead(open, 100)).toBe(0)
  expect(peopleAhead(open, 101)).toBe(1)
})

test('before registrations open, nobody is ahead of the first in the queue', () => {
  const early = { ...open, admitted: 0, starts_at: '2026-12-01T03:00:00Z' }
  expect(peopleAhead(early, 1)).toBe(0)
  expect(peopleAhead(early, 3)).toBe(2)
})

test('a browser polls after a tenth of its wait, between 3 and 30 seconds, plus a random delay', () => {
  expect(pauseMs(undefined, null, 0)).toBe(3_000)
  expect(pauseMs(open, 101, 0)).toBe(3_000)
  expect(pauseMs(open, 100 + 200, 0)).toBe(20_000)
  expect(pauseMs(open, 100 + 100_000, 0)).toBe(30_000)
  expect(pauseMs(open, 100 + 100_000, 1)).toBe(36_000)
})
