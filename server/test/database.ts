import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { createDb, createPool, type Db } from '#server/lib/db.ts'
import { TEMPLATE } from './global-setup.ts'

/** Dropping makes a checkpoint of the whole server, and waits until all its processes have closed the files. */
const DROP_MS = 120_000

/**
 * A database for the calling test file, dropped after its tests: as the product leaves an empty one at its start, with cities and
 * permissions. Call it once at the top: `const { db } = await testDatabase()`.
 */
export async function testDatabase(): Promise<{ db: Db; url: string }> {
  const url = new URL(inject('postgresUrl'))
  const name = `test_${randomBytes(8).toString('hex')}`
  await asAdmin(`create database ${name} template ${TEMPLATE} strategy file_copy`)

  url.pathname = name
  const db = createDb(createPool(url.href))
  afterAll(async () => {
    await db.destroy()
    await asAdmin(`drop database ${name} with (force)`)
  }, DROP_MS)
  return { db, url: url.href }
}

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
