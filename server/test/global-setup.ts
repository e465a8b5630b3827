import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { loadCities } from '#server/features/city/directory.ts'
import { loadPermissions } from '#server/features/producer/load-permissions.ts'
import { createDb, createPool } from '#server/lib/db.ts'
import { migrate } from '#server/lib/migrate.ts'
import { loadSubscriptions } from '#server/worker.ts'
import { startTemporaryPostgres } from './temporary-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the server of the test databases. No connection may use its template database. */
    postgresUrl: string
  }
}

export const TEMPLATE = 'template_largada'

/** Starts an embedded PostgreSQL for the run, or uses `TEST_DATABASE_URL`. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  const postgres = given ? { url: given, stop: async () => undefined } : await startTemporaryPostgres()
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  await admin.query(`drop database if exists ${TEMPLATE}`)
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()

  const template = new URL(postgres.url)
  template.pathname = TEMPLATE
  await migrate(template.href)
  const db = createDb(createPool(template.href))
  await loadCities(db)
  await loadPermissions(db)
  await loadSubscriptions(db)
  await db.destroy()

  project.provide('postgresUrl', postgres.url)
  return () => postgres.stop()
}
