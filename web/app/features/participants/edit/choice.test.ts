import { expect, test } from 'vitest'
import type { EditableRegistration } from '#contract/participants/edit.ts'
import { currentChoice, optionsOf, problemsOf, withChange } from './choice.ts'

const registration = {
  category: { id: 11, name: '5 km Geral', modality: '5 km', modality_id: 1 },
  products: [{ id: 101, name: 'Completo', quantity: 1, shirt_size_id: 1001, shirt_size: 'P' }],
  payment_method_id: 7,
  paid: '110.00',
  payment: { value: '110.00', type: 0, status_code: 2 },
  event: {
    modalities: [
      {
        modality_id: 1,
        modality_name: '5 km',
        categories: [{ category_id: 11, category_name: '5 km Geral' }],
      },
      {
        modality_id: 2,
        modality_name: '10 km',
        categories: [{ category_id: 21, category_name: '10 km Geral' }],
      },
    ],
    products: [
      {
        id: 101,
        name: 'Completo',
        total: '110.00',
        category_id: null,
        category_ids: [],
        shirt_sizes: [{ id: 1001, size: 'P', quantity: 3 }],
      },
      { id: 102, name: 'Só dos 5 km', total: '165.00', category_id: 11, category_ids: [11], shirt_sizes: [] },
      { id: 103, name: 'Cortesia', total: '0.00', category_id: null, category_ids: [], shirt_sizes: [] },
    ],
    payment_methods: [{ id: 7, type: 0 }],
  },
} as unknown as EditableRegistration
const current = currentChoice(registration)

test('starts with the current values, which are complete', () => {
  expect(current).toEqual({
    modality_id: '1',
    category_id: '11',
    product_id: '101',
    shirt_size_id: '1001',
    payment_method_id: '7',
  })
  expect(problemsOf(registration, current)).toEqual([])
  expect(optionsOf(registration, current).balanceCents).toBe(0)
})

test('another modality clears the category and a product that is not sold in it', () => {
  const fives = withChange(registration, current, 'product_id', '102')
  expect(fives).toMatchObject({ product_id: '102', shirt_size_id: '' })
  expect(optionsOf(registration, fives).balanceCents).toBe(5_500)
  const moved = withChange(registration, fives, 'modality_id', '2')
  expect(moved).toMatchObject({ category_id: '', product_id: '' })
})

test.each([
  ['modality_id', '', ['modality_id', 'category_id', 'product_id']],
  ['category_id', '', ['category_id', 'product_id']],
  ['shirt_size_id', '', ['shirt_size_id']],
  ['payment_method_id', '', ['payment_method_id']],
] as const)('without %s', (field, value, fields) => {
  const choice = withChange(registration, current, field, value)
  expect(problemsOf(registration, choice).map((problem) => problem.field)).toEqual(fields)
})

test('a free product requires no payment method and leaves a credit', () => {
  const free = { ...withChange(registration, current, 'product_id', '103'), payment_method_id: '' }
  expect(problemsOf(registration, free)).toEqual([])
  expect(optionsOf(registration, free)).toMatchObject({ isFree: true, balanceCents: -11_000 })
})
