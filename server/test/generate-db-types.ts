import { generate, PostgresDialect } from 'kysely-codegen'
import type { Db } from '#server/lib/db.ts'

/**
 * Generates TypeScript types from a migrated database, with the parsers of `lib/db.ts`: bigint as number,
 * date and numeric as text.
 */
export const generateDbTypes = (db: Db): Promise<string> =>
  generate({
    db,
    dialect: new PostgresDialect({ dateParser: 'string', numericParser: 'string' }),
    includePattern: '{public,sandbox}.*',
    excludePattern: 'public.schema_(migrations|functions)',
    typeMapping: { int8: 'number' },
    outFile: null,
  })
