import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { isOpen, isVoid, PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { brokenInvariants } from './invariants.ts'

/** A charge as the gateway reports it. */
export interface TheirCharge {
  id: string
  externalReference: string
  state: 'payable' | 'received' | 'ended'
}

export interface Recounted {
  db: Db
  /** What the callers observed: registrations by idempotency key, and responses that must not occur. */
  users: { acknowledged: ReadonlyMap<string, number>; wrong: readonly string[] }
  /** Whether the storage has a file. */
  hasFile: (path: string) => Promise<boolean>
  /** Default: the charges of the sandbox gateway. */
  charges?: () => Promise<TheirCharge[]>
}

/**
 * Recounts everything after a fault, once jobs have run (`settle`): every acknowledged registration exists
 * once; stock, one active registration per CPF, prices, payments and sums are right; the gateway's charges
 * match ours; no job is left; every file exists. Returns violations; an empty list means none.
 */
export async function recount({ db, users, hasFile, charges }: Recounted): Promise<string[]> {
  return [
    // Checked first, because scheduled jobs are added over time and the other checks take a while.
    ...(await jobsLeft(db)).map((job) => `a job is left: ${job}`),
    ...users.wrong,
    ...(await lostOrDoubled(db, users.acknowledged)),
    ...(await brokenInvariants(db)),
    ...(await unequalCharges(db, await (charges?.() ?? sandboxCharges(db)))),
    ...(await missingFiles(db, hasFile)),
  ]
}

/** Jobs have 25 attempts. They must last until a claim of one minute has expired, even on a slow machine. */
const RETRY_EACH_MS = 5_000
const SETTLE_MS = 160_000
/** Estimated time to compare one payment with the gateway. */
const COMPARE_MS = 40

/**
 * Runs jobs until none is left. Then does so again as if a day had passed, when the sweep compares every open
 * payment with the gateway.
 */
export async function settle(db: Db): Promise<void> {
  const withinMs = SETTLE_MS + (await countPayments(db).catch(() => 0)) * COMPARE_MS
  await until(db, { attempt: retryNow, left: jobsLeft, withinMs })
  await makeCheckable(db).catch(() => undefined)
  await addRecheck(db).catch(() => undefined)
  await until(db, {
    attempt: async () => Promise.all([retryNow(db), addRecheck(db)]),
    left: async () => [...(await jobsLeft(db)), ...(await listUncompared(db))],
    withinMs,
  })
}

interface Wait {
  attempt(db: Db): Promise<unknown>
  left(db: Db): Promise<unknown[]>
  withinMs: number
}

async function until(db: Db, { attempt, left, withinMs }: Wait): Promise<void> {
  const end = performance.now() + withinMs
  let triedAt = Number.NEGATIVE_INFINITY
  // The database cannot be asked while PostgreSQL restarts.
  while (performance.now() < end && (await left(db).catch(() => ['unknown'])).length > 0) {
    if (performance.now() - triedAt > RETRY_EACH_MS) {
      triedAt = performance.now()
      await attempt(db).catch(() => undefined)
    }
    await wait(100)
  }
}

async function countPayments(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('payments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Makes waiting jobs due now, without the backoff that grew during a fault. */
async function retryNow(db: Db): Promise<void> {
  // A process that died while creating a charge leaves a claim of one minute. The claim is ended early, once
  // no job runs.
  await sql`update payments set charge_claimed_until = now() where charge_id is null and charge_claimed_until > now()
    and not exists (select from graphile_worker._private_jobs where locked_at is not null)`.execute(db)
  await sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null and run_at > now()`.execute(
    db,
  )
}

/** Longer than every interval of `recheckPayments`, also for a payment of a clock that was behind. */
const earlier = sql<Date>`now() - interval '25 hours'`

async function makeCheckable(db: Db): Promise<void> {
  await db.updateTable('payments').set({ checked_at: earlier }).execute()
  await db.updateTable('refunds').set({ checked_at: earlier }).execute()
  // The call limit is for twelve hours.
  await db.deleteFrom('gateway_calls').execute()
}

const addRecheck = (db: Db) =>
  sql`select graphile_worker.add_job('recheck-payments', '{}'::json, job_key => 'recheck-payments')`.execute(
    db,
  )

/** A sweep that could not list a gateway's charges leaves its payments to the next one. */
async function listUncompared(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('payments')
    .where('status', 'in', Object.values(PAYMENT_STATUS).filter(isOpen))
    .where('charge_id', 'is not', null)
    .where('checked_at', '<=', earlier)
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Lists remaining and failed jobs with their errors. */
export async function jobsLeft(db: Db): Promise<string[]> {
  const { rows } = await sql<{ job: string }>`
    select format('%s, %s of %s attempts, locked %s: %s', t.identifier, attempts, max_attempts, locked_at, last_error) as job
    from graphile_worker._private_jobs join graphile_worker._private_tasks t on t.id = task_id`.execute(db)
  return rows.map(({ job }) => job)
}

/** Every simulated user registers one participant per order. */
async function lostOrDoubled(db: Db, acknowledged: ReadonlyMap<string, number>): Promise<string[]> {
  const keys = [...acknowledged.keys()]
  const { rows } = await sql<{ key: string; ids: number[] }>`
    select o.idempotency_key as key, array_agg(r.id) as ids
    from orders o join registrations r on r.order_id = o.id
    where o.idempotency_key = any (${keys}::text[]) group by 1`.execute(db)
  const stored = new Map(rows.map(({ key, ids }) => [key, ids]))
  const lost = [...acknowledged].filter(([key, id]) => !stored.get(key)?.includes(id))
  const doubled = rows.filter(({ ids }) => ids.length > 1)
  return [
    ...lost.map(([, id]) => `registration ${id} was acknowledged and is lost`),
    ...doubled.map(({ ids }) => `one order has the registrations ${ids.join(', ')}`),
  ]
}

async function sandboxCharges(db: Db): Promise<TheirCharge[]> {
  const rows = await db.selectFrom('sandbox.charges').select(['id', 'external_reference', 'status']).execute()
  const payable = ['PENDING', 'IN_ANALYSIS', 'REFUSED', 'REJECTED']
  return rows.map(({ id, external_reference, status }) => ({
    id,
    externalReference: external_reference,
    state: payable.includes(status) ? 'payable' : status === 'RECEIVED' ? 'received' : 'ended',
  }))
}

async function unequalCharges(db: Db, charges: readonly TheirCharge[]): Promise<string[]> {
  const payments = await db
    .selectFrom('payments')
    .select(['id', 'status', 'charge_id', 'external_reference', 'hosted_link'])
    .execute()
  const byReference = new Map(payments.map((payment) => [payment.external_reference, payment]))
  const problems = payments
    .filter(({ status, hosted_link }) => status === 0 && hosted_link === null)
    .map(({ id }) => `payment ${id} is pending and has no charge`)
  for (const { id, externalReference, state } of charges) {
    const payment = byReference.get(externalReference)
    if (!payment) problems.push(`charge ${id} belongs to no payment`)
    else if (state === 'received' && (isOpen(payment.status) || isVoid(payment.status)))
      problems.push(`charge ${id} was paid, payment ${payment.id} has status ${payment.status}`)
    else if (state === 'payable' && (!isOpen(payment.status) || payment.charge_id !== id))
      problems.push(`charge ${id} can be paid, payment ${payment.id} has status ${payment.status}`)
  }
  return problems
}

/** Returns whether a file exists in an installation without a bucket. */
export const fileIn =
  (dataDir: string): Recounted['hasFile'] =>
  (path) =>
    access(join(dataDir, 'files', path)).then(
      () => true,
      () => false,
    )

async function missingFiles(db: Db, hasFile: Recounted['hasFile']): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`select path from file_references`.execute(db)
  const found = await Promise.all(rows.map(({ path }) => hasFile(path)))
  return rows.filter((_row, i) => !found[i]).map(({ path }) => `the file ${path} is missing`)
}

/**
 * Damages the data in several ways, one at a time and rolled back. Returns the damages that `recount` does
 * not report.
 */
export async function unnoticedDamage(counted: Recounted): Promise<string[]> {
  const charges = await (counted.charges?.() ?? sandboxCharges(counted.db))
  const open = charges.find(({ state }) => state === 'payable')
  const [key = ''] = counted.users.acknowledged.keys()
  const damages: Damage[] = [
    { rule: 'answered 500', users: { ...counted.users, wrong: ['/ answered 500'] } },
    { rule: 'was acknowledged and is lost', users: { ...counted.users, acknowledged: new Map([[key, -1]]) } },
    {
      rule: 'no stock level is oversold',
      sql: sql`update stock_levels set capacity = held - 1 where held > 0`,
    },
    { rule: 'one active registration per CPF', sql: sql`update registrations set cpf = '11144477735'` },
    { rule: 'items add up to its amount', sql: sql`update payments set amount_cents = amount_cents + 1` },
    {
      rule: 'is confirmed only by a received payment',
      sql: sql`update registrations set status = 1 where status = 0`,
    },
    { rule: 'a job is left', sql: sql`select graphile_worker.add_job('any')` },
    {
      rule: 'is pending and has no charge',
      sql: sql`update payments set hosted_link = null where status = 0`,
    },
    { rule: 'was paid', charges: async () => (open ? [{ ...open, state: 'received' }] : []) },
    {
      rule: 'belongs to no payment',
      charges: async () => [{ id: 'x', externalReference: 'x', state: 'payable' }],
    },
    { rule: 'is missing', hasFile: async () => false },
  ]
  const unnoticed: string[] = []
  for (const { rule, sql: statement, ...changes } of damages) {
    const found = await rolledBack(counted.db, async (tx) => {
      await sql`alter table stock_levels drop constraint stock_levels_not_oversold`.execute(tx)
      await sql`drop index registrations_one_active`.execute(tx)
      await statement?.execute(tx)
      return recount({ ...counted, ...changes, db: tx })
    })
    if (!found.some((violation) => violation.includes(rule)))
      unnoticed.push(`the recount did not notice: ${rule}`)
  }
  return unnoticed
}

interface Damage extends Partial<Omit<Recounted, 'db'>> {
  /** Text of the violation that the damage must cause. */
  rule: string
  sql?: RawBuilder<unknown>
}

async function rolledBack<T>(db: Db, run: (tx: Tx) => Promise<T>): Promise<T> {
  const tx = await db.startTransaction().execute()
  try {
    return await run(tx)
  } finally {
    await tx.rollback().execute()
  }
}
