import { describe, expect, test } from 'vitest'
import {
  blankCategory,
  blankCoupon,
  blankEvent,
  blankModality,
  blankProduct,
  blankTier,
  type EventForm,
} from './event-form.ts'
import { differencesBetween, isConflict, merge, preferred } from './merge.ts'
import { valueWords } from './value-words.ts'

const category = (category_id: number, category_name: string) => ({
  ...blankCategory(),
  category_id,
  category_name,
})
const BASE: EventForm = {
  ...blankEvent(),
  lock_version: 3,
  title: 'Corrida',
  modalities: [
    {
      ...blankModality(),
      modality_id: 1,
      modality_name: '5 km',
      categories: [category(11, 'Geral'), category(12, '60+')],
    },
  ],
  products: [
    {
      ...blankProduct(['11']),
      id: 21,
      name: 'Kit',
      value: '100.00',
      tiers: [{ ...blankTier('1º'), id: 31 }],
    },
    { ...blankProduct(), id: 22, name: 'Básico', value: '60.00' },
  ],
}
const [KIT, BASIC] = BASE.products as [EventForm['products'][number], EventForm['products'][number]]
const [MODALITY] = BASE.modalities as [EventForm['modalities'][number]]
const withKit = (change: object): EventForm => ({ ...BASE, products: [{ ...KIT, ...change }, BASIC] })
const keys = (found: ReturnType<typeof differencesBetween>) => found.map(({ key }) => key)

describe('what two people changed', () => {
  test('the field that only one of them changed is preferred; a field that both changed is a conflict', () => {
    const mine = { ...withKit({ value: '110.00' }), title: 'Corrida Noturna' }
    const theirs = { ...withKit({ value: '120.00', quantity: '50' }), lock_version: 4 }
    const found = differencesBetween(BASE, mine, theirs)
    expect(found.map(({ label }) => label)).toEqual([
      'Título',
      'Produto "Kit", Valor',
      'Produto "Kit", Quantidade',
    ])
    expect(found.map(isConflict)).toEqual([false, true, false])
    expect(found.map(preferred)).toEqual(['mine', 'mine', 'theirs'])
    const merged = merge(BASE, mine, theirs, preferred)
    expect(merged).toMatchObject({
      title: 'Corrida Noturna',
      lock_version: 4,
      products: [{ value: '110.00', quantity: '50' }, {}],
    })
    expect(differencesBetween(null, mine, theirs).every(isConflict)).toBe(true)
    expect(merge(BASE, mine, theirs, () => 'theirs')).toEqual(theirs)
  })

  test('facts of the server are theirs and no difference', () => {
    const theirs = withKit({ held: 7, in_use: true })
    expect(differencesBetween(BASE, BASE, theirs)).toEqual([])
    expect(merge(BASE, BASE, theirs, () => 'mine').products[0]).toMatchObject({ held: 7, in_use: true })
  })

  test('an added item stays; a removed one goes unless it was changed there', () => {
    const added = { ...blankProduct(), name: 'Meu kit' }
    const mine = { ...BASE, products: [{ ...KIT, removed: true }, BASIC, added] }
    const theirs = { ...BASE, products: [KIT] }
    const found = differencesBetween(BASE, mine, theirs)
    expect(keys(found)).toEqual(['products.21.item', 'products.22.item', `products.${added.id}.item`])
    expect(merge(BASE, mine, theirs, preferred).products).toEqual([
      { ...KIT, removed: true },
      { ...BASIC, removed: true },
      added,
    ])
    const changed = withKit({ value: '90.00' })
    expect(differencesBetween(BASE, mine, changed).find(isConflict)?.key).toBe('products.21.item')
    expect(merge(BASE, mine, changed, () => 'theirs').products[0]).toMatchObject({
      value: '90.00',
      removed: false,
    })
  })

  test('items of items are matched too', () => {
    const rename = (name: string): EventForm => ({
      ...BASE,
      modalities: [{ ...MODALITY, categories: [category(11, 'Geral'), category(12, name)] }],
    })
    const [found] = differencesBetween(BASE, rename('60 ou mais'), rename('Sênior'))
    expect(found).toMatchObject({
      key: 'modalities.1.categories.12.category_name',
      label: 'Modalidade "5 km", Categoria "60 ou mais", Nome da categoria',
    })
  })

  test('another order is one difference', () => {
    const mine = { ...BASE, products: [BASIC, KIT] }
    const [found, ...others] = differencesBetween(BASE, mine, BASE)
    expect(others).toEqual([])
    expect(found).toMatchObject({ key: 'products.order', mine: 'Básico · Kit', theirs: 'Kit · Básico' })
    expect(merge(BASE, mine, BASE, preferred).products.map(({ id }) => id)).toEqual([22, 21])
    expect(merge(BASE, mine, BASE, () => 'theirs').products.map(({ id }) => id)).toEqual([21, 22])
  })

  test('a new item that they saved is the same item, also for what refers to it', () => {
    const own = { ...blankProduct(), name: 'Novo', value: '70.00' }
    const coupon = { ...blankCoupon(), id: 41, code: 'DEZ', product_id: String(own.id) }
    const mine = { ...BASE, products: [...BASE.products, own], discount_cupons: [coupon] }
    const theirs = { ...BASE, products: [...BASE.products, { ...own, id: 23, value: '75.00' }] }
    const merged = merge(BASE, mine, theirs, () => 'mine')
    expect(merged.products.map(({ id }) => id)).toEqual([21, 22, 23])
    expect(merged.products[2]?.value).toBe('70.00')
    expect(merged.discount_cupons[0]?.product_id).toBe('23')
  })
})

test('values are shown as their fields show them', () => {
  const mine: EventForm = {
    ...withKit({ value: '1100.50', category_ids: ['11', '12'], is_increment: false, status: 0 }),
    date_event: '2031-05-20',
    age_reference: 'year_end',
    description: '',
  }
  const theirs = { ...withKit({ category_ids: [] }), description: 'Uma corrida.' }
  const words = Object.fromEntries(
    differencesBetween(BASE, mine, theirs).map((one) => [
      one.field,
      [one.mine, one.theirs].map((value) => valueWords(mine, one, value).replaceAll('\u00a0', ' ')),
    ]),
  )
  expect(words).toEqual({
    description: ['Vazio', 'Uma corrida.'],
    date_event: ['20/05/2031', 'Vazio'],
    age_reference: [expect.stringContaining('31'), expect.any(String)],
    value: ['R$ 1.100,50', 'R$ 100,00'],
    status: ['Não', 'Sim'],
    is_increment: ['Não', 'Sim'],
    category_ids: ['Geral, 60+', 'Todas'],
  })
})
