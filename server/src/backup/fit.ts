import { readMigrations } from '#server/lib/migrate.ts'
import { isOlder, VERSION } from '#server/lib/version.ts'
import type { Manifest } from './manifest.ts'

/** How a copy becomes a database of this release. */
export interface Fit {
  /** Migrations of the release that made the copy. Rows are loaded after these and before the others. */
  migrations: ReadonlySet<string>
  /** The copy is from before 1.0: its rows are converted. */
  isBefore1_0: boolean
}

/** Throws one sentence when this release cannot restore the copy. */
export async function fitOf({ version, migrations: theirs }: Manifest): Promise<Fit> {
  const ours = await readMigrations()
  if (version) requireNotNewer(version)
  const unknown = theirs.find(({ name }) => !ours.has(name))
  if (unknown) throw newer(version ?? `que tem ${unknown.name}`)
  const [initial] = ours.values()
  const [first] = theirs
  if (theirs.length === 1 && first && first.name === initial?.name && first.checksum !== initial.checksum)
    return { migrations: new Set(ours.keys()), isBefore1_0: true }
  const changed = theirs.find(({ name, checksum }) => ours.get(name)?.checksum !== checksum)
  if (changed || !first)
    throw new Error(
      `A cópia não pode ser restaurada: ${changed?.name ?? 'falta a migração inicial'} é outra nesta versão.`,
    )
  return { migrations: new Set(theirs.map(({ name }) => name)), isBefore1_0: false }
}

/** Throws one sentence for a copy that a later release made. */
export function requireNotNewer(version: string): void {
  if (isOlder(VERSION, version)) throw newer(version)
}

const newer = (version: string) =>
  new Error(
    `A cópia é da versão ${version} da Largada, mais nova que esta (${VERSION}). Restaure-a com aquela versão.`,
  )
