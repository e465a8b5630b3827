/** Writes `server/src/lib/db-types.ts` from the migrated schema. */
import { writeFile } from 'node:fs/promises'
import { createDb, createPool } from '#server/lib/db.ts'
import { migrate } from '#server/lib/migrate.ts'
import { generateDbTypes } from '#test/generate-db-types.ts'
import { startTemporaryPostgres } from '#test/temporary-postgres.ts'

const postgres = await startTemporaryPostgres()
try {
  await migrate(postgres.url)
  const db = createDb(createPool(postgres.url))
  await writeFile(new URL('../server/src/lib/db-types.ts', import.meta.url), await generateDbTypes(db))
  await db.destroy()
  console.log('server/src/lib/db-types.ts written.')
} finally {
  await postgres.stop()
}
