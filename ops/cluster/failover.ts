import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDb, createPool, type Db, poolOf } from '#server/lib/db.ts'
import { createEvent } from '#test/factories/event.ts'
import { createUser } from '#test/factories/user.ts'
import { recount, settle } from '#test/recount.ts'
import { simulateUsers } from '#test/simulated-users.ts'
import { until } from '../until.ts'
import { startCluster } from './cluster.ts'

// `npm run test:cluster` kills the primary twice during a rush of registrations. No acknowledged registration
// may be lost, and no spot oversold.

const KILLS = 2
const PEOPLE = 200
const SPOTS = 150

const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1)

/** Checks that statements are read from a replica. */
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

  await settle(db)
  problems.push(...(await recount({ db, users, hasFile: cluster.hasFile })))
  console.log(`${users.acknowledged.size} registrations acknowledged`)
  await db.destroy()
} finally {
  await cluster.stop()
}
for (const problem of problems) console.log(`VIOLATION: ${problem}`)
if (problems.length === 0) rmSync(folder, { recursive: true, force: true })
else console.log(`Logs: ${folder}`)
console.log(`${KILLS} primaries killed, ${problems.length} violations`)
process.exit(problems.length === 0 ? 0 : 1)
