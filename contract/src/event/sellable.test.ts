import { expect, test } from 'vitest'
import { missingIn, missingWords } from './sellable.ts'

const modality = (status: number, ...ids: number[]) => ({ status, categories: ids.map((id) => ({ id })) })
const kit = (categoryIds: number | null | number[], totalCents = 10_000, status = 1) => ({
  status,
  categoryIds: [categoryIds ?? []].flat(),
  totalCents,
})
const PIX = { status: 1 }

test.each([
  ['nothing', [], [], [], ['modality', 'category', 'kit']],
  ['no category', [modality(1)], [kit(null)], [PIX], ['category', 'kit']],
  ['an inactive modality', [modality(0, 1)], [kit(1)], [PIX], ['modality', 'category', 'kit']],
  ['a kit of an inactive modality only', [modality(0, 1), modality(1, 2)], [kit(1)], [PIX], ['kit']],
  ['an inactive kit', [modality(1, 1)], [kit(1, 10_000, 0)], [PIX], ['kit']],
  ['no way to pay', [modality(1, 1)], [kit(1)], [{ status: 0 }], ['payment']],
  ['a free kit', [modality(1, 1)], [kit(1, 0)], [], []],
  ['a kit for all', [modality(1, 1)], [kit(null)], [PIX], []],
  [
    'a kit of an inactive modality and an active one',
    [modality(0, 1), modality(1, 2)],
    [kit([1, 2])],
    [PIX],
    [],
  ],
  ['a category without a kit', [modality(1, 1, 2)], [kit(1)], [PIX], ['category_kit']],
  ['a category whose only kit is inactive', [modality(1, 1, 2)], [kit(1), kit(2, 10_000, 0)], [PIX], []],
  ['a bare category of an inactive modality', [modality(1, 1), modality(0, 2)], [kit(1)], [PIX], []],
  ['a total below what is charged', [modality(1, 1)], [kit(1, 499)], [PIX], ['price']],
  ['the least total that is charged', [modality(1, 1)], [kit(1, 500)], [PIX], []],
  ['a fee on top of a free kit and no way to pay', [modality(1, 1)], [kit(1, 600)], [], ['payment']],
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

test('lists in words what is missing', () => {
  expect(missingWords(['category', 'kit', 'payment'])).toBe(
    'uma categoria, um produto ativo e uma forma de pagamento',
  )
})
