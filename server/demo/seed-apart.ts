import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Db } from '#server/lib/db.ts'
import { hasEvents } from './queries.ts'

/** Seeds in a separate process: drawing the pictures takes some 200 MB, which the server would keep. */
export async function seedDemoApart(db: Db, databaseUrl: string): Promise<void> {
  if (await hasEvents(db)) return
  const child = fork(join(import.meta.dirname, 'seed-process.ts'), {
    // Set explicitly, because DATABASE_URL would turn the demo off.
    env: { ...process.env, DATABASE_URL: databaseUrl, DEMO: 'on' },
  })
  const [code, signal] = await once(child, 'exit')
  if (code !== 0) throw new Error(`Os dados de demonstração não foram criados (${signal ?? code}).`)
}
