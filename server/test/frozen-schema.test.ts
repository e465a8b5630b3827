import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { neededRelease } from '#server/lib/migration-history.ts'
import { isOlder, VERSION } from '#server/lib/version.ts'
import { commitOf, type Frozen, listReleases, readFrozen } from './releases.ts'

// What a release applied to somebody's database never changes (docs/algorithms/upgrade.md).

const releases = await listReleases()
const latest = releases.at(-1)

async function checksums(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(`server/db/${folder}`)).filter((name) => name.endsWith('.sql')).sort()
  return Object.fromEntries(
    await Promise.all(
      names.map(async (name) => {
        const text = await readFile(`server/db/${folder}/${name}`, 'utf8')
        return [name, createHash('sha256').update(text).digest('hex')] as const
      }),
    ),
  )
}
const migrations = await checksums('migrations')

test('before the first release, the schema is 0001_schema.sql alone, which may be edited', () => {
  if (!latest) expect(Object.keys(migrations)).toEqual(['0001_schema.sql'])
})

describe.each(releases)('release %s', (version) => {
  test('has the migrations that it had', async () => {
    const frozen = await readFrozen(version)
    const now = Object.fromEntries(Object.keys(frozen.migrations).map((name) => [name, migrations[name]]))
    expect(now, 'a released migration changed: add another migration instead').toEqual(frozen.migrations)
  })
})

test('migrations of later releases come after those of earlier ones', async () => {
  let before: Frozen | null = null
  for (const version of releases) {
    const frozen = await readFrozen(version)
    const last =
      Object.keys(before?.migrations ?? {})
        .sort()
        .at(-1) ?? ''
    const added = Object.keys(frozen.migrations).filter((name) => !before?.migrations[name])
    expect(
      added.filter((name) => name < last),
      version,
    ).toEqual([])
    before = frozen
  }
})

test('the version is that of the latest release only while its SQL is unchanged', async () => {
  if (!latest) return
  if (VERSION !== latest) return expect(isOlder(latest, VERSION), `${VERSION} is not newer`).toBe(true)
  const { functions } = await readFrozen(latest)
  expect(
    { migrations, functions: await checksums('functions') },
    `the SQL changed after ${latest}: begin the next version with npm run release -- --next`,
  ).toEqual({ migrations: (await readFrozen(latest)).migrations, functions })
})

/** Statements that a process of the previous release may not survive. */
const REMOVES =
  /\b(drop\s+(table|column|type|function)|rename\s+(to|column|constraint)|alter\s+(column\s+)?\w+\s+(set\s+data\s+)?type|set\s+not\s+null)\b/i

test('a migration that removes or renames says which release does without it', async () => {
  const silent: string[] = []
  for (const name of Object.keys(migrations).filter((file) => file !== '0001_schema.sql')) {
    const text = await readFile(`server/db/migrations/${name}`, 'utf8')
    if (REMOVES.test(text.replaceAll(/--.*$/gm, '')) && !neededRelease(text)) silent.push(name)
  }
  expect(silent).toEqual([])
})

test('the commit of a release is the one that added its copy', async () => {
  expect(await commitOf('0.0.0')).toBeNull()
})
