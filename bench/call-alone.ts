import { randomUUID } from 'node:crypto'
import { RegisterParticipantInput } from '#contract/checkout.ts'
import { addDays, dayIn } from '#contract/dates.ts'
import type { OrderRequest } from '#server/features/checkout/domain/order-request.ts'
import { planOrder } from '#server/features/checkout/domain/plan-order.ts'
import { readOffer } from '#server/features/checkout/offers.ts'
import { takeSpots } from '#server/features/checkout/queries/take-spots.ts'
import { createDb, createPool, type Db } from '#server/lib/db.ts'
import type { TestEvent } from '../server/test/factories/event.ts'
import type { TestUser } from '../server/test/factories/user.ts'
import { perSecond } from './bench.ts'
import { watchCpu } from './processes.ts'

const BATCH = 200

/** Registrations per second of the batched call itself: planned before, one connection, no HTTP. */
export async function callAlone(
  db: Db,
  url: string,
  { event, users, body }: { event: TestEvent; users: readonly TestUser[]; body: object },
) {
  const requests = await plannedOrders(db, event, users, body)
  const connection = createDb(createPool(url, { max: 1 }))
  // The first calls of a connection plan their statements.
  const warm = requests.splice(0, BATCH)
  await takeSpots(connection, warm)
  const cpu = await watchCpu(db, [])
  const started = performance.now()
  for (let i = 0; i < requests.length; i += BATCH) await takeSpots(connection, requests.slice(i, i + BATCH))
  const rate = perSecond(requests.length, performance.now() - started)
  const postgresUs = cpu().postgres / requests.length
  await connection.destroy()
  return { rate, orders: requests.length, postgresUs }
}

export async function plannedOrders(
  db: Db,
  event: TestEvent,
  users: readonly TestUser[],
  body: object,
): Promise<OrderRequest[]> {
  const offer = await readOffer(db, event.id)
  if (!offer) throw new Error('there is no event')
  const input = RegisterParticipantInput.parse(body)
  const codes = new Set(event.coupons.map(({ code }) => code))
  const at = new Date()
  const today = dayIn(offer.timezone, at)
  return users.map(({ id, name, cpf }) => {
    const buyer = { name, cpf, phone: '11987654321', birth_date: '1990-05-20', sex: 1 }
    const result = planOrder(input, offer, buyer, today, { files: new Set(), codes })
    if ('problem' in result) throw new Error(`the order is refused: ${JSON.stringify(result.problem)}`)
    return {
      ...result.plan,
      buyerUserId: id,
      key: randomUUID(),
      requestHash: 'of the call alone',
      at,
      arrivedAt: 0,
      ip: '127.0.0.1',
      provider: 'sandbox',
      dueOn: result.plan.paymentType === null ? null : addDays(today, 1),
    }
  })
}
