import { expect, test } from 'vitest'
import { isOlder, releaseNumber, VERSION } from './version.ts'

test('a later version has a higher number, and what leads to a release comes before it', () => {
  const inOrder = [
    '0.1.0',
    '0.9.12',
    '1.0.0-dev',
    '1.0.0',
    '1.0.1-dev',
    '1.0.1',
    '1.10.0',
    '2.0.0-dev',
    '2.0.0',
  ]
  const numbers = inOrder.map(releaseNumber)
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
  expect(new Set(numbers).size).toBe(inOrder.length)
  expect(isOlder('1.9.0', '1.10.0')).toBe(true)
  expect(isOlder('1.10.0', '1.10.0')).toBe(false)
})

test('the running version is one, and nothing else is', () => {
  expect(releaseNumber(VERSION)).toBeGreaterThan(0)
  for (const text of ['', '1.0', 'v1.0.0', '1.0.0-rc.1', '1.1000.0'])
    expect(() => releaseNumber(text), text).toThrow('is not a version')
})
