import { expect, test } from 'vitest'
import { blankCategory, blankModality } from './event-form.ts'
import { categoryIds, sellsIn, withCategory } from './kit-categories.ts'

const ALL = ['1', '2', '3']

test.each([
  [[], '1', true],
  [['1'], '1', true],
  [['1'], '2', false],
  [['9'], '2', true],
])('a kit of %j is sold in %s: %s', (ids, category, sold) => expect(sellsIn(ids, category, ALL)).toBe(sold))

test.each([
  [['1'], '2', true, ['1', '2']],
  [['1', '2'], '3', true, []],
  [[], '1', false, ['2', '3']],
  [['1', '2'], '1', false, ['2']],
  [['1'], '1', false, null],
  [['1', '9'], '2', true, ['1', '2']],
])('a kit of %j, where %s becomes %s, is of %j', (ids, category, isSold, after) =>
  expect(withCategory(ids, category, isSold, ALL)).toEqual(after),
)

test('the categories are those of all modalities that are not removed', () => {
  const category = (category_id: number, removed = false) => ({ ...blankCategory(), category_id, removed })
  const modalities = [
    { ...blankModality(), categories: [category(11), category(12, true)] },
    { ...blankModality(), categories: [category(21)], removed: true },
    { ...blankModality(), categories: [category(31)] },
  ]
  expect(categoryIds(modalities)).toEqual(['11', '31'])
})
