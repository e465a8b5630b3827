import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject, onTestFinished } from 'vitest'
import { createDb, createPool, type Db } from '#server/lib/db.ts'
import { TEMPLATE } from './global-setup.ts'

/**
 * Dropping a database makes a checkpoint of the whole server and waits until all its processes have closed
 * the files.
 */
const DROP_MS = 120_000

/**
 * Creates a database for the calling test file and drops it after its tests. It has the content of an empty
 * installation after its first start: cities and permissions. Call it once at the top: `const { db } = await
 * testDatabase()`.
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

/** Creates a database without tables, and drops it after the running test. */
export async function emptyDatabase(): Promise<string> {
  const url = new URL(inject('postgresUrl'))
  const name = `test_${randomBytes(8).toString('hex')}`
  await asAdmin(`create database ${name}`)
  onTestFinished(() => asAdmin(`drop database ${name} with (force)`), DROP_MS)
  url.pathname = name
  return url.href
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
