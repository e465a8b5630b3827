import { expect, test } from 'vitest'
import { blankCategory, blankEvent, blankModality, blankProduct, type EventForm } from './event-form.ts'
import { warningsOf } from './warnings.ts'

const TODAY = '2030-05-10'

function race(change: Partial<EventForm> = {}): EventForm {
  const category = { ...blankCategory(), category_name: 'Geral', price: '' }
  return {
    ...blankEvent(),
    start_date: '2030-05-01',
    end_date: '2030-06-01',
    date_event: '2030-06-10',
    modalities: [{ ...blankModality(), modality_name: '5 km', categories: [category] }],
    products: [
      {
        ...blankProduct([String(category.category_id)]),
        name: 'Kit',
        value: '100.00',
        rate_organizer: '10.00',
      },
    ],
    ...change,
  }
}
const warned = (form: EventForm) => warningsOf(form, TODAY).map(({ field }) => field)

test('a usual race has no warnings', () => expect(warned(race())).toEqual([]))

test.each<[string, Partial<EventForm>]>([
  ['date_event', { date_event: '2030-05-09' }],
  ['end_date', { end_date: '2030-05-09' }],
  ['kit_delivery_date', { kit_delivery_date: '2030-06-11' }],
  ['is_free', { is_free: true }],
])('%s', (field, change) => expect(warned(race(change))).toEqual([field]))

test.each([
  ['100.00', []],
  ['110.00', []],
  ['90.00', ['modalities.0.price', 'modalities.0.categories.0.price']],
])('a price of %s, where the kit costs R$ 100,00 or with its fee R$ 110,00', (price, fields) => {
  const form = race()
  const modalities = form.modalities.map((modality) => ({
    ...modality,
    price,
    categories: modality.categories.map((category) => ({ ...category, price })),
  }))
  expect(warned({ ...form, modalities })).toEqual(fields)
})

test('an incomplete day causes no warning', () =>
  expect(warned(race({ date_event: '10/06/20' }))).toEqual([]))

test('removed and inactive kits cause no warning', () => {
  const form = race({ is_free: true })
  expect(warned({ ...form, products: form.products.map((kit) => ({ ...kit, removed: true })) })).toEqual([])
  expect(warned({ ...form, products: form.products.map((kit) => ({ ...kit, status: 0 })) })).toEqual([])
})
