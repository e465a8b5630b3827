/**
 * `npm run release -- 1.2.0`: checks the tree, writes the changelog, the frozen checksums and the copy of the
 * release, and prints the commands that make it final. `npm run release -- --next` begins the next version.
 * Decisions: docs/decisions/platform.md, "Releases".
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { neededRelease } from '#server/lib/migration-history.ts'
import { isOlder, releaseNumber, VERSION } from '#server/lib/version.ts'
import { makeReleaseCopy, packed } from '#test/release-copy.ts'
import {
  commitOf,
  copyOf,
  type Frozen,
  frozenOf,
  listReleases,
  RELEASES,
  readFrozen,
} from '#test/releases.ts'
import { type Commit, changesOf, withRelease } from './release/changelog.ts'

const ROOT = join(import.meta.dirname, '..')
const BRANCH = 'main'

const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
const npm = (...args: string[]): void => {
  execFileSync('npm', args, { cwd: ROOT, stdio: 'inherit' })
}

try {
  const [version = '', ...rest] = process.argv.slice(2)
  if (rest.length > 0 || !version) throw new Error('Usage: npm run release -- 1.2.0 | --next')
  if (version === '--next') begin()
  else if (version === '--copy') writeFileSync(copyOf(VERSION), await packed(await makeReleaseCopy()))
  else await release(version)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function release(version: string): Promise<void> {
  const releases = await listReleases()
  const latest = releases.at(-1)
  requireReady(version, latest)
  const since = latest ? await commitOf(latest) : null
  if (latest && !since) throw new Error(`The history does not reach back to ${latest}: git fetch --unshallow`)
  const changes = changesOf(readCommits(since))
  changes.actions.push(...(await removals(latest)))
  npm('run', '--silent', 'check')

  setVersion(version)
  await mkdir(RELEASES, { recursive: true })
  const frozen: Frozen = { version, migrations: checksums('migrations'), functions: checksums('functions') }
  await writeFile(frozenOf(version), `${JSON.stringify(frozen, null, 2)}\n`)
  // In a process of its own, which reads the new version.
  execFileSync(process.execPath, [import.meta.filename, '--copy'], { cwd: ROOT, stdio: 'inherit' })
  const path = join(ROOT, 'CHANGELOG.md')
  const before = existsSync(path) ? readFileSync(path, 'utf8') : ''
  writeFileSync(path, withRelease(before, { version, day: new Date().toISOString().slice(0, 10), changes }))
  console.log(`
${version} is prepared. Read CHANGELOG.md, then:

  npm test && npm run test:operation
  git add CHANGELOG.md package.json package-lock.json server/db/releases
  git commit -m "build: release ${version}"
  git tag -a v${version} -m "Largada ${version}"
  npm run release -- --next && git commit -am "build: begin the version after ${version}"
  git push --follow-tags`)
}

/** Throws an error for the first requirement of a release that is not met. */
function requireReady(version: string, latest: string | undefined): void {
  releaseNumber(version)
  if (version.endsWith('-dev')) throw new Error('A release has no suffix.')
  if (!isOlder(VERSION, version)) throw new Error(`${version} is not newer than ${VERSION}.`)
  if (latest && !isOlder(latest, version)) throw new Error(`${version} is not newer than ${latest}.`)
  if (git('status', '--porcelain')) throw new Error('The working tree has changes that are not committed.')
  const branch = git('rev-parse', '--abbrev-ref', 'HEAD')
  if (branch !== BRANCH) throw new Error(`Releases are made on ${BRANCH}, and this is ${branch}.`)
  if (git('tag', '--list', `v${version}`)) throw new Error(`The tag v${version} exists.`)
}

function readCommits(since: string | null): Commit[] {
  const format = ['%h', '%s', '%b'].join('%x1f')
  const log = git('log', '--no-merges', `--format=${format}%x1e`, since ? `${since}..HEAD` : 'HEAD')
  return log.split('\x1e').flatMap((entry) => {
    const [hash = '', subject, body = ''] = entry.trim().split('\x1f')
    return subject ? [{ hash, subject, body }] : []
  })
}

/** What the new migrations require of an operator who skips releases. */
async function removals(latest: string | undefined): Promise<string[]> {
  const known = latest ? (await readFrozen(latest)).migrations : checksums('migrations')
  return Object.keys(checksums('migrations'))
    .filter((name) => !(name in known))
    .flatMap((name) => {
      const text = readFileSync(join(ROOT, 'server/db/migrations', name), 'utf8')
      const needs = neededRelease(text)
      return needs
        ? [`From a release before ${needs}, stop all processes before this one starts (${name}).`]
        : []
    })
}

function checksums(folder: string): Record<string, string> {
  const names = globSync('*.sql', { cwd: join(ROOT, 'server/db', folder) }).sort()
  return Object.fromEntries(
    names.map((name) => {
      const text = readFileSync(join(ROOT, 'server/db', folder, name))
      return [name, createHash('sha256').update(text).digest('hex')]
    }),
  )
}

/** Also sets the version in the lock file. */
function setVersion(version: string): void {
  npm('version', '--no-git-tag-version', '--allow-same-version', version)
}

/** `1.2.0` becomes `1.2.1-dev`, so that its processes leave the functions of the next version alone. */
function begin(): void {
  const [major, minor, patch] = VERSION.split('.')
  if (VERSION.endsWith('-dev')) throw new Error(`${VERSION} has begun already.`)
  setVersion(`${major}.${minor}.${Number(patch) + 1}-dev`)
}
