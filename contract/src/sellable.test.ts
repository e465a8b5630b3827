import { expect, test } from 'vitest'
import { missingIn, missingWords } from './sellable.ts'

const modality = (status: number, ...ids: number[]) => ({ status, categories: ids.map((id) => ({ id })) })
const kit = (categoryIds: number | null | number[], costs = true, status = 1) => ({
  status,
  categoryIds: [categoryIds ?? []].flat(),
  costs,
})
const PIX = { status: 1 }

test.each([
  ['nothing', [], [], [], ['modality', 'category', 'kit']],
  ['no category', [modality(1)], [kit(null)], [PIX], ['category', 'kit']],
  ['an inactive modality', [modality(0, 1)], [kit(1)], [PIX], ['modality', 'category', 'kit']],
  ['a kit of an inactive modality only', [modality(0, 1), modality(1, 2)], [kit(1)], [PIX], ['kit']],
  ['an inactive kit', [modality(1, 1)], [kit(1, true, 0)], [PIX], ['kit']],
  ['no way to pay', [modality(1, 1)], [kit(1)], [{ status: 0 }], ['payment']],
  ['a free kit', [modality(1, 1)], [kit(1, false)], [], []],
  ['a kit for all', [modality(1, 1)], [kit(null)], [PIX], []],
  [
    'a kit of an inactive modality and an active one',
    [modality(0, 1), modality(1, 2)],
    [kit([1, 2])],
    [PIX],
    [],
  ],
  [
    'a kit of inactive modalities only',
    [modality(0, 1), modality(0, 3), modality(1, 2)],
    [kit([1, 3])],
    [PIX],
    ['kit'],
  ],
  ['a kit of a category that is gone', [modality(1, 1)], [kit(9)], [PIX], []],
])('%s', (_name, modalities, kits, payments, missing) =>
  expect(missingIn({ modalities, kits, payments })).toEqual(missing),
)

test('what is missing, in words', () => {
  expect(missingWords(['category', 'kit', 'payment'])).toBe(
    'uma categoria, um produto ativo e uma forma de pagamento',
  )
})
