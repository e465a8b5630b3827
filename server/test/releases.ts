import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { releaseNumber } from '#server/lib/version.ts'

const ROOT = join(import.meta.dirname, '../..')
const run = promisify(execFile)

/** Holds `<version>.json`, the frozen checksums, and `<version>.copy.gz`, a small installation, of each release. */
export const RELEASES = join(ROOT, 'server/db/releases')
export const copyOf = (version: string): string => join(RELEASES, `${version}.copy.gz`)
export const frozenOf = (version: string): string => join(RELEASES, `${version}.json`)

/** What a release made final. */
export interface Frozen {
  version: string
  /** Checksums of the files of `server/db`, by path. */
  migrations: Record<string, string>
  functions: Record<string, string>
}

/** The versions that were released, the oldest first. */
export async function listReleases(): Promise<string[]> {
  const names = await readdir(RELEASES).catch(() => [])
  return names
    .flatMap((name) => /^(.+)\.json$/.exec(name)?.[1] ?? [])
    .sort((a, b) => releaseNumber(a) - releaseNumber(b))
}

export const readFrozen = async (version: string): Promise<Frozen> =>
  JSON.parse(await readFile(frozenOf(version), 'utf8'))

/**
 * The commit of a release: the one that added its copy. Tags may be missing, and the history may end before
 * that commit; then null.
 */
export async function commitOf(version: string): Promise<string | null> {
  const git = (...args: string[]) => run('git', args, { cwd: ROOT }).then(({ stdout }) => stdout.trim())
  try {
    const added = await git('log', '--diff-filter=A', '--format=%H', '-1', '--', copyOf(version))
    // In a shallow history the oldest commit seems to add every file.
    const shallow = await git('rev-parse', '--is-shallow-repository')
    if (added && shallow === 'true') await git('rev-parse', '--verify', `${added}^`)
    return added || null
  } catch {
    return null
  }
}
