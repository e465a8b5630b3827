import { generate, PostgresDialect } from 'kysely-codegen'
import type { Db } from '#server/lib/db.ts'

/** The types of a migrated database, as the parsers of `lib/db.ts` make them: bigint a number, date and numeric text. */
export const generateDbTypes = (db: Db): Promise<string> =>
  generate({
    db,
    dialect: new PostgresDialect({ dateParser: 'string', numericParser: 'string' }),
    includePattern: '{public,sandbox}.*',
    excludePattern: 'public.schema_(migrations|functions)',
    typeMapping: { int8: 'number' },
    outFile: null,
  })
