import { cpus } from 'node:os'
import { type Bench, print } from './bench.ts'
import { gatewayCalls } from './gateway-calls.ts'
import { hostileBodies } from './hostile-bodies.ts'
import { mixed } from './mixed.ts'
import { opening } from './opening.ts'
import { pages } from './pages.ts'
import { participants } from './participants.ts'
import { writeResults } from './results.ts'
import { offers, rushBench, soldOut } from './rush.ts'
import { start } from './start.ts'
import { waitingRoom } from './waiting-room.ts'

/** `npm run bench -- rush` runs one of them. The tables are also written to `bench/results.md`. */
const BENCHES: Bench[] = [
  rushBench,
  offers,
  soldOut,
  waitingRoom,
  opening,
  mixed,
  participants,
  pages,
  hostileBodies,
  gatewayCalls,
  start,
]

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !BENCHES.some((bench) => bench.name === name))
if (unknown.length > 0) {
  console.error(
    `No such figure: ${unknown.join(', ')}. There are: ${BENCHES.map(({ name }) => name).join(', ')}`,
  )
  process.exit(1)
}

const [cpu] = cpus()
const machine = `${cpus().length} × ${cpu?.model.trim() ?? 'CPU'}`
console.log(machine)
for (const bench of BENCHES) {
  if (wanted.length > 0 && !wanted.includes(bench.name)) continue
  console.log(`\n${bench.name}: ${bench.about}`)
  const tables = await bench.run()
  await writeResults(bench, tables, machine)
  for (const table of tables) {
    print(table)
    for (const line of table.broken ?? []) {
      console.error(`  BROKEN: ${line}`)
      process.exitCode = 1
    }
  }
}
