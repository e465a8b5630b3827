import { resolve } from 'node:path'
import { recount, settle, unnoticedDamage } from '#test/recount.ts'
import type { SimulatedUsers } from '#test/simulated-users.ts'
import { isReady, until } from '../until.ts'
import type { Fault } from './fault.ts'
import { FAULTS } from './faults.ts'
import { removeFolder, startWorld, type World } from './world.ts'

// `npm run test:chaos` injects each fault under load and then recounts everything. `npm run test:chaos --
// clock-moved disk-full` injects only some.

interface Row {
  fault: string
  injected: number
  seconds: number
  answers: number
  registered: number
  /** 503 responses. */
  refused: number
  /** Requests without a response. */
  cut: number
  'slowest s': number
  /** Seconds until the product was ready and twenty more users had registered. */
  'well after s': number
  violations: number
}

const seconds = (since: number): number => Number(((performance.now() - since) / 1000).toFixed(1))

async function inject(world: World, fault: Fault): Promise<{ row: Row; violations: string[] }> {
  const started = performance.now()
  const users = await world.load()
  const violations: string[] = []
  let injected = 0
  let since = performance.now()
  try {
    await moreRegister(users)
    injected = await fault.inject(world, users, (problem) => violations.push(problem))
    since = performance.now()
    await until('the product is ready', () => isReady(world.product.url))
    await moreRegister(users)
  } catch (error) {
    violations.push(String(error))
  }
  const wellAfter = seconds(since)
  await users.stop()
  await settle(world.db)
  violations.push(...(await recount(world.recounted(users))))
  const { refused, cut } = users.failed()
  return {
    row: {
      fault: fault.name,
      injected,
      seconds: seconds(started),
      answers: users.answered(),
      registered: users.acknowledged.size,
      refused,
      cut,
      'slowest s': Number((users.slowestMs() / 1000).toFixed(1)),
      'well after s': wellAfter,
      violations: violations.length,
    },
    violations,
  }
}

async function moreRegister(users: SimulatedUsers): Promise<void> {
  const before = users.acknowledged.size
  await until('twenty more registrations', () => users.acknowledged.size >= before + 20, 90_000)
}

/** Tests the recount itself: without damage it finds nothing, and it finds each damage done on purpose. */
async function control(world: World): Promise<string[]> {
  const users = await world.load({ events: 2, thinkMs: 0 })
  await until('eighty registrations', () => users.acknowledged.size >= 80)
  await users.stop()
  await settle(world.db)
  const counted = world.recounted(users)
  return [...(await recount(counted)), ...(await unnoticedDamage(counted))]
}

// Node finds its compile cache, as in scripts/test.ts.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/node')

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !FAULTS.some((fault) => fault.name === name))
if (unknown.length > 0) {
  console.error(
    `No such fault: ${unknown.join(', ')}. There are: ${FAULTS.map(({ name }) => name).join(', ')}`,
  )
  process.exit(1)
}

const rows: Row[] = []
const violations: string[] = []
const world = await startWorld()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void world.stop().then(() => process.exit(1)))
try {
  violations.push(...(await control(world)))
  console.log(
    `control: ${violations.length === 0 ? 'every known damage was noticed' : violations.join('; ')}`,
  )
  for (const fault of FAULTS) {
    if (wanted.length > 0 && !wanted.includes(fault.name)) continue
    const lack = fault.lacks(world)
    if (lack) {
      console.log(`${fault.name}: not injected here, ${lack}`)
      continue
    }
    const result = await inject(world, fault)
    rows.push(result.row)
    violations.push(...result.violations.map((violation) => `${fault.name}: ${violation}`))
    console.log(
      `${fault.name}: ${result.row.injected} injected, ${result.row.registered} registered, ${result.row.violations} violations`,
    )
    for (const violation of result.violations) console.log(`  VIOLATION: ${violation}`)
  }
} finally {
  await world.stop()
}
console.table(rows)
const injected = rows.reduce((sum, row) => sum + row.injected, 0)
console.log(`${injected} faults injected, ${violations.length} violations`)
if (violations.length === 0) await removeFolder(world)
else console.log(`Log: ${world.folder}/product.log`)
process.exit(violations.length === 0 ? 0 : 1)
