import { expect, test } from 'vitest'
import { bulkCategories } from './bulk-categories.ts'

const ALL = { general: true, ages: true, youngest: 18, oldest: 80 }

test('adds Geral by sex and age groups of five years from 18 to 80', () => {
  const names = bulkCategories(ALL, [])
  expect(names).toHaveLength(2 + 2 * 14)
  expect(names.slice(0, 5)).toEqual([
    'Geral Feminino',
    'Geral Masculino',
    'Feminino 18–19',
    'Feminino 20–24',
    'Feminino 25–29',
  ])
  expect(names.at(-1)).toBe('Masculino 80+')
})

test('does not add existing categories again', () => {
  expect(bulkCategories({ ...ALL, ages: false }, [' geral feminino '])).toEqual(['Geral Masculino'])
})

test.each([
  [16, 30, ['Feminino 16–19', 'Feminino 20–24', 'Feminino 25–29', 'Feminino 30+']],
  [19, 22, ['Feminino 19', 'Feminino 20–21', 'Feminino 22+']],
  [40, 40, ['Feminino 40+']],
  [50, 40, []],
])('from %i to %i', (youngest, oldest, women) => {
  const names = bulkCategories({ general: false, ages: true, youngest, oldest }, [])
  expect(names.filter((name) => name.startsWith('Feminino'))).toEqual(women)
})
