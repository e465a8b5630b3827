import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { API_BASE } from '#contract/route.ts'
import { createOrganizer } from '../server/test/factories/user.ts'
import type { Bench } from './bench.ts'
import { withDatabase } from './database.ts'
import { AS_STARTED, AS_STARTED_ENV, watchMemory } from './memory.ts'

const UPLOADS = 30
/** 40 megapixels of one colour: a file of about a hundred kilobytes. */
const SIDE = 6_324
/** Tolerated growth afterwards: Node's heap grows with any work. */
const MOST_KEPT_MB = 100
const SETTLED_AFTER_MS = 10_000

/** Many pictures of the maximum size, uploaded at once by one account. */
export const pictures: Bench = {
  name: 'pictures',
  about: `${UPLOADS} pictures of 40 megapixels uploaded concurrently, and the growth of the server's memory`,
  run: () =>
    withDatabase(async (db, url) => {
      const { token } = await createOrganizer(db)
      const server = fork(new URL('./server.ts', import.meta.url), [url], {
        execArgv: AS_STARTED,
        env: { ...process.env, ...AS_STARTED_ENV },
      })
      const [address] = (await once(server, 'message')) as [string]
      const picture = await sharp({
        create: { width: SIDE, height: SIDE, channels: 3, background: '#e97504' },
      })
        .png()
        .toBuffer()
      const send = async (purpose: string) => {
        const form = new FormData()
        form.append('file', new Blob([new Uint8Array(picture)]), 'foto.png')
        const answer = await fetch(`${address}${API_BASE}/organizer/uploads?purpose=${purpose}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
          body: form,
        })
        if (answer.status !== 201) throw new Error(`the figures are worthless: ${await answer.text()}`)
        await answer.arrayBuffer()
      }
      // The first picture loads code and tables that stay in memory.
      await send('cover')
      const memory = watchMemory(server.pid)
      const started = performance.now()
      await Promise.all(Array.from({ length: UPLOADS }, () => send('cover')))
      const seconds = (performance.now() - started) / 1000
      const most = await memory.stop()
      await wait(SETTLED_AFTER_MS)
      const kept = await memory.grownNow()
      server.disconnect()
      await once(server, 'exit')
      return [
        {
          title: 'Concurrent picture uploads',
          columns: ['', 'file KB', 'seconds each', 'memory growth MB', 'kept MB'],
          rows: [
            [
              `${UPLOADS} covers`,
              Math.round(picture.length / 1024),
              (seconds / UPLOADS).toFixed(2),
              most,
              kept,
            ],
          ],
          broken:
            kept > MOST_KEPT_MB ? [`${kept} MB more memory afterwards, of ${MOST_KEPT_MB} allowed`] : [],
        },
      ]
    }),
}
