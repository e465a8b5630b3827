import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startProduct } from '#test/product.ts'
import type { Bench } from './bench.ts'
import { AS_STARTED, AS_STARTED_ENV, residentMb } from './memory.ts'

/** Long enough for the first jobs and a garbage collection. */
const IDLE_MS = 30_000
const MOST_MB = 250

/** Without settings: the embedded PostgreSQL and the demo. */
export const start: Bench = {
  name: 'start',
  about: `seconds from the start until the product is ready, and its memory ${IDLE_MS / 1000} s later, without PostgreSQL`,
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'largada-bench-'))
    // The system user that runs PostgreSQL for root must be able to enter the folder.
    await chmod(folder, 0o755)
    const rows: [string, number, number][] = []
    for (const name of ['an empty folder', 'the same folder again']) {
      const since = performance.now()
      const product = await startProduct({
        DATA_DIR: folder,
        DEMO: 'on',
        NODE_OPTIONS: AS_STARTED.join(' '),
        ...AS_STARTED_ENV,
      })
      const readyMs = performance.now() - since
      await wait(IDLE_MS)
      rows.push([name, Math.round(readyMs / 100) / 10, Math.round(await residentMb(product.child.pid))])
      await product.end('SIGTERM')
    }
    await rm(folder, { recursive: true, force: true })
    const broken = rows.filter(([, , mb]) => mb > MOST_MB).map(([name, , mb]) => `${mb} MB with ${name}`)
    return [{ title: 'Start', columns: ['on', 'seconds to ready', 'resident MB'], rows, broken }]
  },
}
