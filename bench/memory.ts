import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

/** As `npm start` starts the server: smaller heaps are collected sooner. */
export const AS_STARTED = ['--max-old-space-size=1024', '--max-semi-space-size=8']
/** Returns the memory of decoded pictures to the system at once; the allocator would keep hundreds of megabytes. */
export const AS_STARTED_ENV = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }

/** Resident memory of a process, in MB. */
export async function residentMb(pid: number | undefined): Promise<number> {
  return Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}

/** Growth of a process's resident memory from now on, in MB: the maximum until `stop`, and the value some time later. */
export function watchMemory(pid: number | undefined) {
  let most = 0
  let running = true
  const before = residentMb(pid)
  const grown = async () => (await residentMb(pid)) - (await before)
  const watching = (async () => {
    while (running) {
      most = Math.max(most, await grown())
      await wait(50)
    }
  })()
  return {
    stop: async () => {
      running = false
      await watching
      return Math.round(most)
    },
    grownNow: async () => Math.round(await grown()),
  }
}
