import { describe, expect, test } from 'vitest'
import { seededRandom } from '#test/seeded-random.ts'
import { addBalances, allocate, balanceOf, type EventBooks, isCovered, payableOf } from './balance.ts'

const RACE = { reserve: { rate: 1000, days: 7 }, eventOn: '2027-03-20', today: '2027-03-01' }
const BOOKS: EventBooks = { net: 10_000, held: 11_000, unsettled: 0, asked: 0, split: 0, paid: 0, paying: 0 }

describe('the amount available from an event', () => {
  test.each([
    ['a tenth of what was received is held back', {}, {}, { reserve: 1100, available: 8900 }],
    ['until the last day', {}, { today: '2027-03-27' }, { reserve: 1100, available: 8900 }],
    ['and free on the day after', {}, { today: '2027-03-28' }, { reserve: 0, available: 10_000 }],
    ['unsettled cards', { unsettled: 4000 }, {}, { unsettled: 4000, reserve: 1100, available: 4900 }],
    [
      'more unsettled than the net, which has no fees',
      { unsettled: 11_000 },
      {},
      { unsettled: 10_000, reserve: 0, available: 0 },
    ],
    ['refunds that were asked for', { asked: 2500 }, {}, { asked: 2500, reserve: 1100, available: 6400 }],
    ['what the gateway split', { split: 3000 }, {}, { split: 3000, reserve: 1100, available: 5900 }],
    ['what was paid out', { paid: 3000, paying: 2000 }, {}, { reserve: 1100, available: 3900 }],
    ['more paid out than is left', { paid: 12_000 }, {}, { reserve: 0, available: 0, owing: 2000 }],
    ['fees of free registrations', { net: -250, held: 0 }, {}, { available: 0, owing: 250 }],
  ])('%s', (_, books, race, wanted) => {
    expect(balanceOf({ ...BOOKS, ...books }, { ...RACE, ...race })).toMatchObject(wanted)
  })
})

describe('random books', () => {
  const amount = seededRandom(20_261_122)
  const oneIn = (n: number) => amount(n) === 0
  const organizer = () =>
    Array.from({ length: 1 + amount(5) }, (_, id) => ({
      id,
      balance: balanceOf(
        {
          net: amount(20_000) - 4000,
          held: amount(20_000),
          unsettled: oneIn(3) ? amount(9000) : 0,
          asked: oneIn(5) ? amount(3000) : 0,
          split: oneIn(4) ? amount(6000) : 0,
          paid: oneIn(3) ? amount(9000) : 0,
          paying: oneIn(5) ? amount(3000) : 0,
        },
        { ...RACE, today: oneIn(2) ? '2027-03-01' : '2027-04-01' },
      ),
    }))
  const all = Array.from({ length: 3000 }, organizer)

  test('the parts add up to the net, none is negative, and an event in debt has nothing available', () => {
    for (const { balance } of all.flat()) {
      const { net, owing, ...parts } = balance
      expect(Object.values(parts).reduce((sum, part) => sum + part, 0) - owing).toBe(net)
      for (const part of [owing, ...Object.values(parts)]) expect(part).toBeGreaterThanOrEqual(0)
      expect(balance.available * owing).toBe(0)
    }
  })

  test('items add up to the amount, never exceed what is available and settle every debt; a cent more is rejected', () => {
    let withDebts = 0
    for (const events of all) {
      const total = addBalances(events.map(({ balance }) => balance))
      const payable = payableOf(total)
      expect(allocate(events, payable + 1)).toBeNull()
      if (payable === 0) continue
      for (const wanted of [payable, 1 + amount(payable)]) {
        const items = allocate(events, wanted) ?? []
        expect(items.reduce((sum, item) => sum + item.amount_cents, 0)).toBe(wanted)
        expect(new Set(items.map(({ event_id }) => event_id)).size).toBe(items.length)
        expect(items.filter(({ amount_cents }) => amount_cents < 0)).toHaveLength(
          events.filter(({ balance }) => balance.owing > 0).length,
        )
        expect(isCovered(events, items)).toBe(true)
        if (total.owing > 0) withDebts++
      }
    }
    expect(withDebts).toBeGreaterThan(100)
  })

  test('a payout is not covered once its event has a cent less, or another event owes a cent more', () => {
    const [event] = [{ id: 1, balance: balanceOf(BOOKS, RACE) }]
    const items = allocate([event], event.balance.available) ?? []
    const less = { id: 1, balance: balanceOf({ ...BOOKS, net: BOOKS.net - 1 }, RACE) }
    const owes = { id: 2, balance: balanceOf({ ...BOOKS, net: -1, held: 0 }, RACE) }
    expect(isCovered([event], items)).toBe(true)
    expect(isCovered([less], items)).toBe(false)
    expect(isCovered([event, owes], items)).toBe(false)
  })
})
