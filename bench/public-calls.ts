import { API_BASE } from '#contract/route.ts'
import { createEvent } from '../server/test/factories/event.ts'
import type { Bench } from './bench.ts'
import { besideBare } from './beside-bare.ts'
import { withDatabase } from './database.ts'
import { startServer } from './processes.ts'

const EVENTS = 60

/** What the wizard and other clients read of public events. */
export const publicCalls: Bench = {
  name: 'public-calls',
  about:
    'answers per second to public calls, beside node:http sending the same bytes; load generator on the same machine',
  run: () =>
    withDatabase(async (db, url) => {
      const events = []
      for (let n = 0; n < EVENTS; n++) events.push(await createEvent(db))
      const server = await startServer(url, { keeps: true })
      const paths = ['/events', `/events/${events[0]?.id}`, `/events/slug/${events[0]?.slug}`]
      const addresses = paths.map((path) => ({
        name: path.replace(/\d+/, '…'),
        url: server.address + API_BASE + path,
      }))
      const table = await besideBare('Public calls', addresses)
      await server.stop()
      return [table]
    }),
}
