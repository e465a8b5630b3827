import { expect, test } from 'vitest'
import { untold } from './untold.ts'

const at = (field: string) => ({ field, message: 'x' })

test.each([
  [['title', 'products'], [], ['title', 'products']],
  [['title', 'city'], ['title'], ['city']],
  [['payment_methods'], ['payment_methods'], []],
  [['products'], ['modalities.0.categories.1.category_name'], []],
])('of %j, with problems of %j, %j is left', (missing, problems, left) =>
  expect(untold(missing.map(at), problems.map(at))).toEqual(left.map(at)),
)
