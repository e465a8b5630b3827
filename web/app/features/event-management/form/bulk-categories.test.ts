import { expect, test } from 'vitest'
import { bulkCategories } from './bulk-categories.ts'

const namesOf = (...args: Parameters<typeof bulkCategories>) =>
  bulkCategories(...args).map(({ category_name }) => category_name)

const ALL = { general: true, ages: true, youngest: 18, oldest: 80 }

test('adds Geral by sex and age groups of five years from 18 to 80', () => {
  const names = namesOf(ALL, [])
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
  expect(namesOf({ ...ALL, ages: false }, [' geral feminino '])).toEqual(['Geral Masculino'])
})

test.each([
  [16, 30, ['Feminino 16–19', 'Feminino 20–24', 'Feminino 25–29', 'Feminino 30+']],
  [19, 22, ['Feminino 19', 'Feminino 20–21', 'Feminino 22+']],
  [40, 40, ['Feminino 40+']],
  [50, 40, []],
])('from %i to %i', (youngest, oldest, women) => {
  const names = namesOf({ general: false, ages: true, youngest, oldest }, [])
  expect(names.filter((name) => name.startsWith('Feminino'))).toEqual(women)
})

test('each category admits whom its name says', () => {
  expect(bulkCategories({ ...ALL, youngest: 18, oldest: 20 }, [])).toEqual([
    { category_name: 'Geral Feminino', sex: '1', min_age: '', max_age: '' },
    { category_name: 'Geral Masculino', sex: '0', min_age: '', max_age: '' },
    { category_name: 'Feminino 18–19', sex: '1', min_age: '18', max_age: '19' },
    { category_name: 'Feminino 20+', sex: '1', min_age: '20', max_age: '' },
    { category_name: 'Masculino 18–19', sex: '0', min_age: '18', max_age: '19' },
    { category_name: 'Masculino 20+', sex: '0', min_age: '20', max_age: '' },
  ])
})
