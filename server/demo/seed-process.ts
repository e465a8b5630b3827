import { loadConfig, readEnvironment } from '#server/config.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createDb, createPool } from '#server/lib/db.ts'
import { createLog } from '#server/lib/log.ts'
import { openFiles } from '#server/lib/open-files.ts'
import { seedDemo } from './seed.ts'

/** The process of `seed-apart.ts`. It ends with the server that started it. */
const orphaned = () => process.exit(1)
process.once('disconnect', orphaned)
const config = loadConfig(readEnvironment())
const db = createDb(createPool(config.databaseUrl ?? '', { max: 2 }))
const files = await openFiles(config)
await seedDemo({ db, files, clock: systemClock, log: createLog(config.logLevel) })
files.close()
await db.destroy()
process.off('disconnect', orphaned)
process.disconnect()
