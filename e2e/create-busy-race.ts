import { type APIRequestContext, expect } from 'playwright/test'
import { createAccount, logIn } from './create-account.ts'
import { payOrder, placeOrder } from './create-order.ts'
import { createRace } from './create-race.ts'

const AGES = ['18 a 29 feminino', '18 a 29 masculino', '30 a 39 feminino', '30 a 39 masculino']
const YEARS = [1958, 1962, 1967, 1971, 1975, 1979, 1983, 1986, 1990, 1993, 1996, 1999, 2002, 2005]
const SIZES = ['PP', 'P', 'M', 'G', 'GG', 'XG', 'Baby look P', 'Baby look M', 'Baby look G']

/** An event with three modalities, twelve categories, three kits with sizes, and registrations in most categories. */
export async function createBusyRace(request: APIRequestContext) {
  const modalities = ['5 km', '10 km', '21 km'].map((name, m) => ({
    modality_id: -1 - m,
    modality_name: name,
    categories: AGES.map((age, c) => ({ category_id: -10 * (m + 1) - c, category_name: age })),
  }))
  const ids = modalities.flatMap(({ categories }) => categories.map(({ category_id }) => category_id))
  const race = await createRace(request, {
    modalities,
    products: ['Kit Básico', 'Kit Completo', 'Kit Premium'].map((name, i) => ({
      id: -101 - i,
      name,
      value: `${80 + 40 * i}.00`,
      rate_organizer: '7.50',
      is_increment: true,
      category_ids: ids,
      shirt_sizes: SIZES.map((size) => ({ size, quantity: 50 })),
    })),
    discount_cupons: ['DEZ', 'AMIGOS', 'CLUBE', 'VIZINHO'].map((code) => ({ code, type: 0, value: '10.00' })),
  })
  const { token } = await logIn(request, 'organizador@largada.test')
  const own = await request.get(`/api/v1/organizer/events/${race.id}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(own.status(), await own.text()).toBe(200)
  const coupons: { id: number; code: string }[] = (await own.json()).data.discount_cupons
  const people = await Promise.all(YEARS.map((year) => createAccount(request, `${year}-08-14`)))
  const orders = await Promise.all(
    people.map((person, i) =>
      placeOrder(request, person, race, {
        kit: race.products[i % 3]?.name ?? '',
        size: SIZES[i % SIZES.length] ?? '',
        category: i % 11,
        coupon: i % 2 === 0 ? coupons[i % 4] : undefined,
      }),
    ),
  )
  await Promise.all(orders.slice(0, 10).map((order) => payOrder(request, order)))
  return race
}
