import { expect, test } from 'vitest'
import { type TierSales, tiersSold } from './tiers-sold.ts'

const SALES = { today: '2026-11-20', endsOn: '2026-12-31' }
const first: TierSales = {
  id: 1,
  kit_id: 1,
  kit: 'Kit',
  name: '1º lote',
  value_cents: 10_000,
  ends_on: null,
  is_closed: false,
  capacity: 100,
  held: 60,
  sold: 60,
  sold_lately: 14,
}
const last: TierSales = { ...first, id: 2, name: '2º lote', capacity: null, held: 0, sold: 0, sold_lately: 0 }
const changeOf = (changes: Partial<TierSales>) =>
  tiersSold([{ ...first, ...changes }, last], SALES).map(({ changes_on }) => changes_on)

test.each<[string, Partial<TierSales>, (string | null)[]]>([
  ['40 units left at 2 a day', {}, ['10/12/2026', null]],
  ['the last day comes first', { ends_on: '2026-11-25' }, ['26/11/2026', null]],
  ['the units are sold before the last day', { ends_on: '2026-12-25' }, ['10/12/2026', null]],
  ['nothing sold lately', { sold_lately: 0 }, [null, null]],
  ['nothing sold lately, with a last day', { sold_lately: 0, ends_on: '2026-11-25' }, ['26/11/2026', null]],
  ['the units would last beyond the last day of sales', { sold_lately: 1 }, [null, null]],
  ['the first tier is closed, and the last one has no end', { is_closed: true }, [null, null]],
])('the next price is predicted: %s', (_name, changes, expected) => {
  expect(changeOf(changes)).toEqual(expected)
})

test('the current tier of each kit is marked', () => {
  const rows = [
    { ...first, is_closed: true },
    last,
    { ...first, id: 3, kit_id: 2 },
    { ...last, id: 4, kit_id: 2 },
  ]
  expect(tiersSold(rows, SALES).map(({ id, is_current }) => [id, is_current])).toEqual([
    [1, false],
    [2, true],
    [3, true],
    [4, false],
  ])
})
