import { randomBytes } from 'node:crypto'
import { chown, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writePrivateFile } from '../src/lib/private-file.ts'
import { clusterDir, type Home } from './data-folder.ts'
import { runAs } from './run-as.ts'

export const ROLE = 'largada'
const MAJOR_VERSION = '18'
const UNFINISHED = 'postgres.new-'

/** An initialised database cluster. */
export interface Cluster extends Home {
  /** PostgreSQL's data directory. */
  data: string
  password: string
}

export async function ensureCluster(home: Home, { durable }: { durable: boolean }): Promise<Cluster> {
  const data = clusterDir(home.dir)
  await removeUnfinished(home.dir)
  const version = await readIfPresent(join(data, 'PG_VERSION'))
  if (version === null) await initialise(home, data, durable)
  else if (version !== MAJOR_VERSION) {
    throw new Error(
      `O banco de dados em ${data} é do PostgreSQL ${version}; esta versão da Largada traz o ${MAJOR_VERSION}.`,
    )
  }
  const password = await readIfPresent(passwordFile(home))
  if (!password) throw new Error(`Falta a senha do banco de dados em ${passwordFile(home)}.`)
  return { ...home, data, password }
}

export const passwordFile = (home: Pick<Home, 'dir'>): string => join(home.dir, 'postgres-password')

/** Removes the folders of killed initialisations; their initdb may still be writing, hence the retries. */
async function removeUnfinished(dir: string): Promise<void> {
  const names = (await readdir(dir)).filter((name) => name.startsWith(UNFINISHED))
  await Promise.all(names.map((name) => rm(join(dir, name), { recursive: true, force: true, maxRetries: 5 })))
}

/** Initialises in a temporary folder and renames it, so that an incomplete cluster is never used. */
async function initialise(home: Home, data: string, durable: boolean): Promise<void> {
  const workFolder = await mkdtemp(join(home.dir, UNFINISHED))
  const password = randomBytes(24).toString('base64url')
  const passwordSource = join(workFolder, 'password')
  const unfinished = join(workFolder, 'data')
  await writeFile(passwordSource, password, { mode: 0o600 })
  await mkdir(unfinished, { mode: 0o700 })
  if (home.account) {
    for (const path of [workFolder, passwordSource, unfinished])
      await chown(path, home.account.uid, home.account.gid)
  }

  const options = [
    '-D',
    unfinished,
    '--username',
    ROLE,
    '--pwfile',
    passwordSource,
    '--auth',
    'scram-sha-256',
  ]
  // Collation by the bundled ICU. LC_CTYPE by the system: pg_trgm classifies letters by it, and in plain C ã is none.
  options.push('--encoding', 'UTF8', '--locale-provider', 'icu', '--icu-locale', 'pt-BR', '--locale', 'C')
  if (!durable) options.push('--no-sync')
  await runInitdb(home, options)

  await writePrivateFile(passwordFile(home), password)
  await rename(unfinished, data)
  await rm(workFolder, { recursive: true })
}

async function runInitdb(home: Home, options: string[]): Promise<void> {
  const initdb = join(home.binaries, 'initdb')
  let failure: unknown
  for (const ctype of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
    try {
      await runAs(home.account, initdb, [...options, '--lc-ctype', ctype])
      return
    } catch (error) {
      failure = error
      if (!String((error as { stderr?: string }).stderr).includes('invalid locale name')) break
    }
  }
  const details = String((failure as { stderr?: string }).stderr ?? failure).trim()
  throw new Error(`Não foi possível criar o banco de dados em ${home.dir}: ${details}`, { cause: failure })
}

async function readIfPresent(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
