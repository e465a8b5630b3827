// @module-tag operation
import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { API_BASE } from '#contract/route.ts'
import { testDatabase } from './database.ts'
import { at, createEvent, type TestEvent } from './factories/event.ts'
import { createUsers } from './factories/user.ts'
import { brokenInvariants } from './invariants.ts'
import { type Product, startProduct } from './product.ts'
import { submission } from './wizard.ts'

// Thousands order the last units of a price tier at once, over HTTP, from real processes.

const ORDERS = 5_000
const UNITS = 100
const CONNECTIONS = 200

const { db, url } = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'largada-test-'))
await chmod(folder, 0o755)
const products: Product[] = []
afterAll(async () => {
  for (const { child } of products) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})
async function start(): Promise<Product> {
  const product = await startProduct({ DATABASE_URL: url, DATA_DIR: folder, ROLE: 'web' })
  products.push(product)
  return product
}

const tieredEvent = () =>
  createEvent(db, {
    kits: [
      {
        feeRate: 0,
        tiers: [
          { name: '1º lote', valueCents: 10_000, capacity: UNITS },
          { name: '2º lote', valueCents: 12_000 },
        ],
      },
    ],
  })

interface Order {
  token: string
  key: string
}
const newOrders = async (): Promise<Order[]> => {
  const orders: Order[] = []
  while (orders.length < ORDERS)
    orders.push(...(await createUsers(db, 1_000)).map(({ token }) => ({ token, key: randomUUID() })))
  return orders
}

/** The value of the registration; null when there was no answer or the server was busy. */
async function send(product: Product, event: TestEvent, { token, key }: Order): Promise<string | null> {
  const path = `${API_BASE}/events/${event.id}/register-participant`
  try {
    const answer = await fetch(product.url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
      },
      body: JSON.stringify(submission(event)),
    })
    if (answer.status === 503) return null
    const { data, message } = (await answer.json()) as {
      message: string
      data?: { registrations: { value: string }[] }
    }
    return data?.registrations[0]?.value ?? message
  } catch {
    return null
  }
}

/** Sends each order until it is answered, to one of the processes that are alive, on `CONNECTIONS` connections. */
async function sendAll(alive: () => readonly Product[], event: TestEvent, orders: readonly Order[]) {
  const values: Record<string, number> = {}
  const waiting = [...orders]
  let sent = 0
  const work = async () => {
    for (let order = waiting.pop(); order; order = waiting.pop()) {
      let value: string | null = null
      while (value === null) {
        const targets = alive()
        value = await send(at(targets, sent++ % targets.length), event, order)
      }
      values[value] = (values[value] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
  return values
}

test('5,000 orders for the last 100 units: exactly 100 at the old price, all others at the next', async () => {
  const event = await tieredEvent()
  const [one, two] = [await start(), await start()]
  expect(await sendAll(() => [one, two], event, await newOrders())).toEqual({
    '100.00': UNITS,
    '120.00': ORDERS - UNITS,
  })
  expect(await brokenInvariants(db)).toEqual([])
}, 240_000)

test('the same with a process that is killed halfway: repeated orders keep their price', async () => {
  const event = await tieredEvent()
  const orders = await newOrders()
  let alive = [await start(), await start()]
  const killed = at(alive, 0)
  const registered = async () =>
    (await db.selectFrom('registrations').where('event_id', '=', event.id).select('id').execute()).length
  const sending = sendAll(() => alive, event, orders)
  await expect.poll(registered, { timeout: 120_000, interval: 50 }).toBeGreaterThan(UNITS / 2)
  alive = alive.slice(1)
  await killed.end('SIGKILL')
  expect(await sending).toEqual({ '100.00': UNITS, '120.00': ORDERS - UNITS })
  expect(await registered()).toBe(ORDERS)
  expect(await brokenInvariants(db)).toEqual([])
}, 240_000)
