import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { testDatabase } from './database.ts'
import { generateDbTypes } from './generate-db-types.ts'

const { db } = await testDatabase()

test('the committed types are those of the migrated schema (npm run db:types writes them)', async () => {
  const committed = await readFile(new URL('../src/lib/db-types.ts', import.meta.url), 'utf8')
  expect(committed).toBe(await generateDbTypes(db))
})
