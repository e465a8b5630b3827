import { type Bench, perSecond } from './bench.ts'
import { REGISTRATIONS, withBigEvent } from './big-event.ts'
import { AS_STARTED, watchMemory } from './memory.ts'

const MOST_MEMORY_MB = 100
const WARMING_PAGES = 300
const MB = 1024 * 1024

/** Exports all participants of an event over HTTP from a separate process and measures its memory. */
export const participantsExport: Bench = {
  name: 'export',
  about: `all columns of ${REGISTRATIONS.toLocaleString('en')} participants in one file, and the growth of the server's memory`,
  run: () =>
    withBigEvent(async ({ event, pid, get }) => {
      const base = `/organizer/events/${event.id}`
      // Warm-up: the memory of a newly started server grows with any request.
      for (let page = 1; page <= WARMING_PAGES; page++)
        await (await get(`${base}/participants?per_page=100&page=${page}`)).text()
      const broken: string[] = []
      const rows = []
      for (const format of ['csv', 'xlsx']) {
        const memory = watchMemory(pid)
        const started = performance.now()
        const answer = await get(`${base}/export-event-participants?format=${format}`)
        let bytes = 0
        for await (const piece of answer.body ?? []) bytes += piece.length
        const ms = performance.now() - started
        const grown = await memory.stop()
        if (grown > MOST_MEMORY_MB)
          broken.push(`${format}: ${grown} MB more memory, of ${MOST_MEMORY_MB} allowed`)
        rows.push([
          format.toUpperCase(),
          Number(answer.headers.get('x-total-rows')),
          Math.round(ms / 100) / 10,
          perSecond(REGISTRATIONS, ms),
          Math.round(bytes / MB),
          grown,
        ])
      }
      const columns = ['', 'rows', 'seconds', 'rows/s', 'file MB', 'memory growth MB']
      return [{ title: 'The export of an event', columns, rows, broken }]
    }, AS_STARTED),
}
