import { describe, expect, test } from 'vitest'
import { isCategorySoldOut, isKitSoldOut, kitLeft, type Level, left, spotsLeft } from './availability.ts'

const level = (capacity: number | null, held = 0): Level => ({ capacity, held })
const modality = (own: Level, ...categories: Level[]) => ({
  level: own,
  categories: categories.map((one, id) => ({ id, level: one })),
})

test.each([
  [level(null, 90), null],
  [level(100, 40), 60],
  [level(0), 0],
  [level(10, 10), 0],
])('left %j', (one, expected) => expect(left(one)).toBe(expected))

describe('sold out', () => {
  const full = level(5, 5)
  const free = level(5, 1)
  const sizes = (...levels: Level[]) => levels.map((one) => ({ level: one }))
  test.each([
    ['no limit', level(null, 900), sizes(), false],
    ['its own limit', full, sizes(free), true],
    ['every size gone', free, sizes(full, level(0)), true],
    ['one size left', free, sizes(full, free), false],
  ])('kit: %s', (_name, own, kitSizes, expected) => {
    expect(isKitSoldOut({ level: own, sizes: kitSizes })).toBe(expected)
  })

  const kit = (ids: number | null | number[], own: Level) => ({
    categoryIds: [ids ?? []].flat(),
    level: own,
    sizes: [],
  })
  test.each([
    ['its own limit', full, [kit(null, free)], true],
    ['no kits yet', free, [], false],
    ['its only kit is gone', free, [kit(1, full), kit(2, free)], true],
    ['a kit for it and others is left', free, [kit(1, full), kit([2, 1], free)], false],
    ['a kit for others is left', free, [kit([1, 2], full), kit([2, 3], free)], true],
    ['a kit for all is left', free, [kit(1, full), kit(null, free)], false],
  ])('category: %s', (_name, own, kits, expected) => {
    expect(isCategorySoldOut({ id: 1, level: own }, kits)).toBe(expected)
  })
})

test.each([
  ['no limit', level(null), [], null],
  ['its own limit', level(10, 7), [], 3],
  ['many', level(20, 9), [], null],
  ['the sizes bind', level(null), [level(5, 2), level(1)], 4],
  ['a size without limit', level(null), [level(5, 2), level(null)], null],
  ['its own limit binds', level(100, 98), [level(50), level(null)], 2],
  ['its own limit is wider', level(100), [level(5), level(9, 5)], 9],
  ['none', level(100), [level(5, 5)], 0],
])('units left of a kit: %s', (_name, own, sizes, expected) => {
  expect(kitLeft({ level: own, sizes: sizes.map((one) => ({ level: one })) })).toBe(expected)
})

describe('spotsLeft', () => {
  test.each([
    ['no limit anywhere', level(null), [modality(level(null), level(null))], null],
    ['plenty', level(1000, 500), [], null],
    ['a tenth of many', level(1000, 900), [], 100],
    ['a little more than a tenth', level(1000, 899), [], null],
    ['fifty of a few hundred', level(300, 250), [], 50],
    ['none', level(300, 300), [], 0],
    ['the categories bind', level(1000), [modality(level(null), level(20, 5), level(20, 20))], 15],
    ['the modalities bind', level(null), [modality(level(30, 5)), modality(level(30, 25))], 30],
    ['one modality without limit', level(null), [modality(level(30, 5)), modality(level(null))], null],
    ['the event binds', level(100, 90), [modality(level(80, 10))], 10],
  ])('%s', (_name, event, modalities, expected) => {
    expect(spotsLeft({ event, modalities })).toBe(expected)
  })
})
