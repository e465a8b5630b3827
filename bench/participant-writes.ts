import { sql } from 'kysely'
import { takeSpots } from '#server/features/checkout/queries/take-spots.ts'
import { movePayment } from '#server/features/payment/move-payment.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { at, type TestEvent } from '../server/test/factories/event.ts'
import { orderRequest } from '../server/test/factories/order-request.ts'
import { createUsers } from '../server/test/factories/user.ts'
import { quantile, type Table } from './bench.ts'

const ROUNDS = 30
const ORDERS_A_CALL = 200
const CONFIRMED = 2

/** The cost of maintaining the list of participants: the same writes with and without its triggers, alternating, all rolled back. */
export async function writeCosts(db: Db, event: TestEvent): Promise<Table> {
  const triggers = await sql<{ table: string; name: string }>`
    select tgrelid::regclass::text as table, tgname as name from pg_trigger where tgname like '%\\_participants\\_%'`.execute(
    db,
  )
  const buyers = await createUsers(db, 2 * ORDERS_A_CALL)
  const open = await db
    .selectFrom('payments')
    .where('event_id', '=', event.id)
    .where('status', '=', 0)
    .select('id')
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  const register = (count: number) => async (tx: Tx, turn: number) => {
    const orders = buyers.slice(turn * count, (turn + 1) * count).map(({ id }) => orderRequest(event, id))
    const outcomes = await takeSpots(tx, orders)
    const refused = outcomes.filter(({ kind }) => kind !== 'registered')
    // Some CPFs are registered in the event already.
    if (refused.length > count / 100) throw new Error(JSON.stringify(refused[0]))
  }
  const pay = async (tx: Tx, turn: number) => {
    const { id } = at(open, turn)
    const move = { target: CONFIRMED, kind: 'reported', source: 'gateway', at: new Date() } as const
    const outcome = await movePayment(tx, id, move)
    if (outcome !== 'applied') throw new Error(`payment ${id}: ${outcome}`)
  }

  const rows: Table['rows'] = []
  for (const [name, write] of [
    ['one registration', register(1)],
    [`a call of ${ORDERS_A_CALL}`, register(ORDERS_A_CALL)],
    ['one payment', pay],
  ] as const) {
    const kept: Cost[] = []
    const bare: Cost[] = []
    for (let round = 0; round < ROUNDS; round++) {
      bare.push(await undone(db, 'disable', triggers.rows, write))
      kept.push(await undone(db, 'enable', triggers.rows, write))
    }
    const median = (costs: Cost[], of: keyof Cost) =>
      quantile(
        costs.map((cost) => cost[of]),
        0.5,
      )
    const [ms, bareMs] = [median(kept, 'ms'), median(bare, 'ms')]
    rows.push([name, bareMs, ms, `${(ms / bareMs).toFixed(2)}×`, median(bare, 'kb'), median(kept, 'kb')])
  }
  return {
    title: 'Cost of maintaining the list for a write',
    columns: ['', 'without ms', 'with ms', 'ratio', 'WAL without kB', 'with kB'],
    rows,
  }
}

interface Cost {
  ms: number
  kb: number
}

/** Times the second of two writes in a transaction that is rolled back: the first one plans the statements. */
async function undone(
  db: Db,
  triggers: 'enable' | 'disable',
  of: readonly { table: string; name: string }[],
  write: (tx: Tx, turn: number) => Promise<unknown>,
): Promise<Cost> {
  const tx = await db.startTransaction().execute()
  try {
    for (const { table, name } of of)
      await sql`alter table ${sql.table(table)} ${sql.raw(triggers)} trigger ${sql.ref(name)}`.execute(tx)
    await write(tx, 0)
    const written = async () =>
      (await sql<{ bytes: string }>`select pg_current_wal_insert_lsn() - '0/0' as bytes`.execute(tx)).rows[0]
        ?.bytes
    const before = Number(await written())
    const started = performance.now()
    await write(tx, 1)
    const ms = performance.now() - started
    return { ms, kb: (Number(await written()) - before) / 1024 }
  } finally {
    await tx.rollback().execute()
  }
}
