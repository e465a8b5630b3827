import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

/** As `npm start` starts the server: with less room, garbage is taken away sooner. */
export const AS_STARTED = ['--max-old-space-size=1024']
/** And so that the pixels of a picture go back to the system as soon as it is made: else the allocator keeps hundreds of megabytes. */
export const AS_STARTED_ENV = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }

/** What a process has of resident memory, in MB. */
async function residentMb(pid: number | undefined): Promise<number> {
  return Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}

/** How much more resident memory a process has than it has now, in MB: at most until `stop`, and later. */
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
