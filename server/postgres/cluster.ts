import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writePrivateFile } from '#server/lib/private-file.ts'
import { clusterDir, giveTo, type Home } from './data-folder.ts'
import { runAs } from './run-as.ts'

export const ROLE = 'largada'
const MAJOR_VERSION = '18'
/** Folders of clusters that are being made. */
const UNFINISHED = 'postgres.new-'

export interface Cluster extends Home {
  data: string
  password: string
}

export async function ensureCluster(home: Home, { durable }: { durable: boolean }): Promise<Cluster> {
  const data = clusterDir(home.dir)
  await removeUnfinished(home.dir)
  const version = await readIfPresent(join(data, 'PG_VERSION'))
  if (version === null) await initialise(home, durable)
  else if (version !== MAJOR_VERSION) {
    throw new Error(
      `O banco de dados em ${data} é do PostgreSQL ${version}; esta versão da Largada traz o ${MAJOR_VERSION}.`,
    )
  }
  const password = await readIfPresent(passwordFile(home))
  if (!password) throw new Error(`Falta a senha do banco de dados em ${passwordFile(home)}.`)
  return { ...home, data, password }
}

export const newPassword = (): string => randomBytes(24).toString('base64url')

/** An empty folder for a cluster that is renamed to `clusterDir` when it is complete. */
export async function unfinishedFolder(home: Home): Promise<string> {
  const folder = await mkdtemp(join(home.dir, UNFINISHED))
  await giveTo(home, folder)
  return folder
}

export const passwordFile = (home: Pick<Home, 'dir'>): string => join(home.dir, 'postgres-password')

/** Removes the folders of killed initialisations. Retries, because their initdb may still be writing. */
async function removeUnfinished(dir: string): Promise<void> {
  const names = (await readdir(dir)).filter((name) => name.startsWith(UNFINISHED))
  await Promise.all(names.map((name) => rm(join(dir, name), { recursive: true, force: true, maxRetries: 5 })))
}

/** In a temporary folder that is then renamed, so that an incomplete cluster is never used. */
async function initialise(home: Home, durable: boolean): Promise<void> {
  const workFolder = await unfinishedFolder(home)
  const password = newPassword()
  const passwordSource = join(workFolder, 'password')
  const unfinished = join(workFolder, 'data')
  await writeFile(passwordSource, password, { mode: 0o600 })
  await mkdir(unfinished, { mode: 0o700 })
  for (const path of [passwordSource, unfinished]) await giveTo(home, path)

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
  // ICU sorts. LC_CTYPE is the system's, because pg_trgm classifies letters with it; in plain C `ã` is none.
  options.push('--encoding', 'UTF8', '--locale-provider', 'icu', '--icu-locale', 'pt-BR', '--locale', 'C')
  if (!durable) options.push('--no-sync')
  await runInitdb(home, options)

  await completeCluster(home, unfinished, password)
  await rm(workFolder, { recursive: true })
}

/** From here on the folder is the installation's cluster. */
export async function completeCluster(home: Home, unfinished: string, password: string): Promise<void> {
  await writePrivateFile(passwordFile(home), password)
  await rename(unfinished, clusterDir(home.dir))
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
