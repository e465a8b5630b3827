import { expect, test } from 'vitest'
import { areaAround } from './focus-area.ts'

const TALL = { width: 900, height: 1600 }
const WIDE = { width: 2000, height: 1000 }

test.each([
  ['in the middle of a tall picture', TALL, 1, { x: 0.5, y: 0.5 }, { x: 0, y: 350, width: 900, height: 900 }],
  ['at the top', TALL, 1, { x: 0.5, y: 0.1 }, { x: 0, y: 0, width: 900, height: 900 }],
  ['at the bottom', TALL, 1, { x: 0.2, y: 1 }, { x: 0, y: 700, width: 900, height: 900 }],
  ['to the right of a wide one', WIDE, 1, { x: 0.6, y: 0 }, { x: 700, y: 0, width: 1000, height: 1000 }],
  ['of the same shape', WIDE, 2, { x: 0.9, y: 0.9 }, { x: 0, y: 0, ...WIDE }],
])('%s', (_, picture, ratio, point, area) => {
  expect(areaAround(picture, ratio, point)).toEqual(area)
})
