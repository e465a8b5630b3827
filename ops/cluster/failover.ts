import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createDb, createPool, type Db, poolOf } from '#server/lib/db.ts'
import { createEvent } from '../../server/test/factories/event.ts'
import { createUser } from '../../server/test/factories/user.ts'
import { brokenInvariants } from '../../server/test/invariants.ts'
import { simulateUsers } from '../../server/test/simulated-users.ts'
import { startCluster } from './cluster.ts'

// `npm run test:cluster`: the primary dies in the middle of a rush, twice. No acknowledged registration may be lost, no spot oversold.

const KILLS = 2
const PEOPLE = 200
const SPOTS = 150
const PROGRESS_MS = 180_000

const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1)

async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + PROGRESS_MS
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`not within ${PROGRESS_MS / 1000} s: ${what}`)
    await wait(100)
  }
}

/** A statement has to be read from a replica. */
async function reportsWithoutReplica(db: Db): Promise<string[]> {
  const { token } = await createUser(db, { roles: ['Empresa'] })
  const answer = await fetch(`${cluster.url}/api/v1/enterprise/statement`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { rows } = await poolOf(db).query(
    "select from pg_stat_activity where application_name = 'largada-reports'",
  )
  if (!answer.ok) return [`a statement answered ${answer.status}`]
  return rows.length === 0 ? [] : ['a statement was read from the primary']
}

const folder = mkdtempSync(join(tmpdir(), 'largada-cluster-'))
const problems: string[] = []
const cluster = await startCluster(folder, (line) => console.log(line))
try {
  const db = createDb(createPool(cluster.databaseUrl, { max: 4, onError: () => undefined }))
  const people = []
  for (let i = 0; i < PEOPLE; i++) people.push(await createUser(db))
  const events = []
  for (let i = 0; i < 4 + 2 * KILLS; i++) events.push(await createEvent(db, { capacity: SPOTS }))
  const users = simulateUsers(cluster.url, people, events)

  async function progress(answers: number): Promise<void> {
    const before = users.answered()
    await until(`${answers} more answers`, async () => users.answered() - before >= answers)
  }
  const leader = async () => (await cluster.members()).find(({ role }) => role === 'leader')?.name
  const isWhole = async () => {
    const members = await cluster.members()
    const timelines = new Set(members.map(({ timeline }) => timeline))
    return (
      members.length === 3 && timelines.size === 1 && members.every(({ lag = 0 }) => Number(lag) < 100_000)
    )
  }

  await progress(100)
  for (let kill = 1; kill <= KILLS; kill++) {
    await until('three members, none behind', isWhole)
    const dead = await cluster.killPrimary()
    const since = performance.now()
    const acknowledged = users.acknowledged.size
    await until('another primary', async () => (await leader()) !== dead && (await leader()) !== undefined)
    const promoted = seconds(since)
    await until('registrations again', async () => users.acknowledged.size > acknowledged + 20)
    console.log(
      `kill ${kill}: ${dead} died after ${acknowledged} registrations; ${await leader()} took over after ${promoted} s, 20 more registrations after ${seconds(since)} s`,
    )
    cluster.startMember(dead)
    await progress(100)
  }
  await until('three members, none behind', isWhole)
  await users.stop()
  problems.push(...(await reportsWithoutReplica(db)))

  const rows = await db
    .selectFrom('orders')
    .innerJoin('registrations', 'registrations.order_id', 'orders.id')
    .select(['orders.idempotency_key', 'registrations.id'])
    .execute()
  const stored = new Map(rows.map((row) => [row.idempotency_key, row.id]))
  const lost = [...users.acknowledged].filter(([key, id]) => stored.get(key) !== id)
  if (lost.length > 0) problems.push(`${lost.length} acknowledged registrations are lost`)
  if (stored.size !== rows.length) problems.push('an order is stored twice')
  problems.push(...(await brokenInvariants(db)), ...users.wrong)
  console.log(
    `${users.acknowledged.size} registrations acknowledged, ${rows.length} stored, ${lost.length} lost`,
  )
  await db.destroy()
} finally {
  await cluster.stop()
}
for (const problem of problems) console.log(`VIOLATION: ${problem}`)
if (problems.length === 0) rmSync(folder, { recursive: true, force: true })
else console.log(`Logs: ${folder}`)
console.log(`${KILLS} primaries killed, ${problems.length} violations`)
process.exit(problems.length === 0 ? 0 : 1)
