import { cpus, totalmem } from 'node:os'
import { type Bench, print } from './bench.ts'
import { budget } from './budget.ts'
import { cancelling } from './cancelling.ts'
import { participantsExport } from './export.ts'
import { hostileBodies } from './hostile-bodies.ts'
import { manageEvent } from './manage-event.ts'
import { mixed } from './mixed.ts'
import { offer } from './offer.ts'
import { pages } from './pages.ts'
import { participants } from './participants.ts'
import { paymentPage } from './payment-page.ts'
import { pictures } from './pictures.ts'
import { publicCalls } from './public-calls.ts'
import { registrations } from './registrations.ts'
import { report } from './report.ts'
import { writeResults } from './results.ts'
import { manyEvents, rushBench, soldOut } from './rush.ts'
import { sizes } from './sizes.ts'
import { start } from './start.ts'
import { sweeps } from './sweeps.ts'
import { waitingRoom } from './waiting-room.ts'

/** All benchmarks. `npm run bench -- registrations` runs one of them. Their tables are also written to `bench/results.md`. */
const BENCHES: Bench[] = [
  registrations,
  rushBench,
  soldOut,
  waitingRoom,
  manyEvents,
  budget,
  mixed,
  participants,
  participantsExport,
  sizes,
  report,
  offer,
  publicCalls,
  paymentPage,
  sweeps,
  cancelling,
  pages,
  pictures,
  manageEvent,
  hostileBodies,
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
const machine = `${cpus().length} × ${cpu?.model.trim() ?? 'CPU'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`
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
