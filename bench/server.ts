import { createDb, createPool } from '#server/lib/db.ts'
import { listeningApp } from '../server/test/listening-app.ts'

/** The product in a process of its own, so that its load does not share a thread with it: says its address, ends when let go. */
const db = createDb(createPool(process.argv[2] ?? ''))
const app = await listeningApp(db)
process.on('disconnect', async () => {
  await app.close()
  await db.destroy()
})
process.send?.(`http://127.0.0.1:${app.deps.config.port}`)
