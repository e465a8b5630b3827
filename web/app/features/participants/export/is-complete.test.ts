import { describe, expect, test } from 'vitest'
import { isComplete } from './is-complete.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('csv', () => {
  test.each<[string, string[], number, boolean]>([
    ['all rows', ['a;b\r\n1;2\r\n3;4'], 2, true],
    ['all rows, the last one ended', ['a;b\r\n1;2\r\n', '3;4\r\n'], 2, true],
    ['headings alone', ['a;b'], 0, true],
    ['a row short', ['a;b\r\n1;2\r\n'], 2, false],
    ['nothing', [], 0, false],
  ])('%s', (_what, pieces, rows, whole) => {
    expect(isComplete('csv', pieces.map(bytes), rows)).toBe(whole)
  })
})

describe('xlsx', () => {
  const end = Uint8Array.of(0x50, 0x4b, 5, 6, ...new Array<number>(18).fill(0))
  test.each<[string, Uint8Array[], boolean]>([
    ['ends as an archive', [bytes('PK…'), end], true],
    ['its end comes in two pieces', [bytes('PK…'), end.subarray(0, 3), end.subarray(3)], true],
    ['cut off', [bytes('PK…'), end.subarray(0, 20)], false],
    ['nothing', [], false],
  ])('%s', (_what, pieces, whole) => {
    expect(isComplete('xlsx', pieces, 1)).toBe(whole)
  })
})
