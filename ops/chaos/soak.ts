import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { Fault } from './fault.ts'

/** `SOAK_MINUTES=60 npm run test:chaos -- soak`. */
const MINUTES = Number(process.env.SOAK_MINUTES ?? 2)
const SAMPLES = 60
/** What may be added between the second third and the last. */
const MORE_MEMORY_MB = 40
const MORE_HANDLES = 10

interface Sample {
  memoryMb: number
  handles: number
}

/** No fault but time: memory and handles of the product stay as they are. */
export const soak: Fault = {
  name: 'soak',
  load: { events: 20 + 30 * MINUTES },
  lacks: () => (process.platform === 'linux' ? null : 'there is no /proc'),
  async inject({ product }, _users, report) {
    const samples: Sample[] = []
    for (let i = 0; i < SAMPLES; i++) {
      await wait((MINUTES * 60_000) / SAMPLES)
      samples.push(await sampleOf(product.child.pid))
    }
    const third = SAMPLES / 3
    const [middle, last] = [samples.slice(third, 2 * third), samples.slice(2 * third)]
    const most = (some: Sample[], key: keyof Sample) => Math.max(...some.map((one) => one[key]))
    console.log(
      `soak: ${MINUTES} min, memory ${most(middle, 'memoryMb')} MB and then ${most(last, 'memoryMb')} MB, handles ${most(middle, 'handles')} and then ${most(last, 'handles')}`,
    )
    if (most(last, 'memoryMb') > most(middle, 'memoryMb') + MORE_MEMORY_MB) report('memory grows')
    if (most(last, 'handles') > most(middle, 'handles') + MORE_HANDLES) report('handles grow')
    return 0
  },
}

async function sampleOf(pid: number | undefined): Promise<Sample> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return {
    memoryMb: Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024),
    handles: (await readdir(`/proc/${pid}/fd`)).length,
  }
}
