import { expect, test } from 'vitest'
import { blankCategory, blankProduct, blankTier } from './event-form.ts'
import { CATEGORY_COLUMNS, PRODUCT_COLUMNS, pastedCells, withPasted } from './pasted-items.ts'

const START = { row: 0, column: 0 }
const category = (category_name: string, changes = {}) => ({ ...blankCategory(), category_name, ...changes })

function paste(text: string, items = [blankCategory()], at = START) {
  const cells = pastedCells(text)
  if (!cells) throw new Error('one cell')
  return withPasted({ items, cells, at, columns: CATEGORY_COLUMNS, blank: blankCategory })
}

test.each([
  ['Geral', null],
  ['Geral\n', null],
  ['Geral\tF', [['Geral', 'F']]],
  ['Geral\r\nPCD\r\n', [['Geral'], ['PCD']]],
])('the cells of %j', (text, cells) => expect(pastedCells(text)).toEqual(cells))

test('rows are filled and added', () => {
  const { items, unread } = paste(
    'Feminino 18–29\tF\t18\t29\t1.000\tR$ 1.234,50\nGeral\tMisto\t16 anos\t-\t\t90',
  )
  expect(items).toMatchObject([
    {
      category_name: 'Feminino 18–29',
      sex: '1',
      min_age: '18',
      max_age: '29',
      vacancy_limit: '1000',
      price: '1234.50',
    },
    { category_name: 'Geral', sex: '', min_age: '16', max_age: '', vacancy_limit: '', price: '90.00' },
  ])
  expect(unread).toEqual([])
})

test('from a cell on to the right and down; removed rows are left out', () => {
  const items = [category('A'), category('B', { removed: true }), category('C', { sex: '0' })]
  const pasted = paste('18\t29\n30\t39\n40\t49', items, { row: 0, column: 2 }).items
  expect(pasted).toMatchObject([
    { category_name: 'A', min_age: '18', max_age: '29' },
    { category_name: 'B', min_age: '', max_age: '' },
    { category_name: 'C', sex: '0', min_age: '30', max_age: '39' },
    { category_name: '', min_age: '40', max_age: '49' },
  ])
})

test('a row of headings decides the columns', () => {
  expect(paste('Vagas\tCategoria\tIdade mínima\n50\tPCD\t18').items).toMatchObject([
    { category_name: 'PCD', vacancy_limit: '50', min_age: '18' },
  ])
})

test('a cell that cannot be read leaves its field as it is and is named', () => {
  const { items, unread } = paste('Geral\tX', [category('', { sex: '1' })])
  expect(items).toMatchObject([{ category_name: 'Geral', sex: '1' }])
  expect(unread).toEqual(['X'])
})

test.each([
  ['129,90', '129.90'],
  ['129.90', '129.90'],
  ['1.500', '1500.00'],
  ['R$ 0,00', '0.00'],
])('a kit that costs %s', (text, value) => {
  const cells = [['Kit', text, '200']]
  const { items } = withPasted({ items: [], cells, at: START, columns: PRODUCT_COLUMNS, blank: blankProduct })
  expect(items).toMatchObject([{ name: 'Kit', value, quantity: '200' }])
})

test.each([
  ['F', '1'],
  ['fem.', '1'],
  ['Mulheres', '1'],
  ['Masculino', '0'],
  ['hom.', '0'],
  ['M/F', ''],
  ['Feminino e masculino', ''],
  ['F ou M', ''],
  ['Misto', ''],
  ['Família', null],
  ['Maiores', null],
])('a category for %s', (text, sex) => {
  const { items, unread } = paste(`Geral\t${text}`, [category('', { sex: '1' })])
  expect(items).toMatchObject([{ sex: sex ?? '1' }])
  expect(unread).toEqual(sex === null ? [text] : [])
})

test.each(['10-15', '1,5', '18+', '2º lote', '123456789'])('%j is not a number of spots', (text) => {
  const { items, unread } = paste(`Vagas\tCategoria\n${text}\tGeral`)
  expect(items).toMatchObject([{ category_name: 'Geral', vacancy_limit: '' }])
  expect(unread).toEqual([text])
})

test('the price pasted onto a kit with tiers is named, because its tiers have the prices', () => {
  const kits = [{ ...blankProduct(), tiers: [blankTier()] }, blankProduct()]
  const cells = [
    ['Com lotes', '80'],
    ['Sem lotes', '90'],
  ]
  const { items, unread } = withPasted({
    items: kits,
    cells,
    at: START,
    columns: PRODUCT_COLUMNS,
    blank: blankProduct,
  })
  expect(items.map(({ name, value }) => [name, value])).toEqual([
    ['Com lotes', ''],
    ['Sem lotes', '90.00'],
  ])
  expect(unread).toEqual(['80'])
})
