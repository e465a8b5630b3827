import { expect, test } from 'vitest'
import { createCallTime } from './call-time.ts'

test('before any call, an order is estimated at one millisecond', () => {
  expect(createCallTime().of(200)).toBeCloseTo(200, 0)
})

test.each([
  ['a few orders at a time', [1, 1, 2, 1, 3, 1, 2, 4]],
  ['many orders at a time', [200, 200, 150, 200]],
])('calls with %s predict the duration of a full call', (_name, sizes) => {
  const time = createCallTime()
  for (let i = 0; i < 2_000; i++) {
    const orders = sizes[i % sizes.length] ?? 0
    time.observe(orders, 3 + 0.25 * orders)
  }
  expect(time.of(200)).toBeGreaterThan(50)
  expect(time.of(200)).toBeLessThan(110)
  expect(time.of(1)).toBeLessThan(8)
})

test('a few calls with many orders change the estimate at once, and so does a slower database', () => {
  const time = createCallTime()
  for (let i = 0; i < 5; i++) time.observe(200, 60)
  expect(time.of(200)).toBeLessThan(62)
  for (let i = 0; i < 10; i++) time.observe(200, 600)
  expect(time.of(200)).toBeGreaterThan(450)
})

test('calls with a single order do not change the estimate for more orders, and no estimate is zero', () => {
  const time = createCallTime()
  for (let i = 0; i < 10_000; i++) time.observe(1, 3)
  expect(time.of(200)).toBeCloseTo(200, 0)
  for (let i = 0; i < 10_000; i++) time.observe(1 + (i % 9), 5)
  expect(time.of(200)).toBeGreaterThan(20)
})
