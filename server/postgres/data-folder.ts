import { createHash } from 'node:crypto'
import { chmod, mkdir, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { writePrivateFile } from '../src/lib/private-file.ts'
import { packagedBinaries, reachableBinaries } from './binaries.ts'
import { type Account, canReach, isRoot, systemAccount } from './run-as.ts'

/** For data and binaries of a server run by root, reachable by the unprivileged user. */
export const SHARED_ROOT = '/var/lib/largada'

/** Location and account of a cluster. */
export interface Home {
  /** Contains the cluster (`postgres/`), its password and its log. */
  dir: string
  account: Account
  /** Folder with `initdb` and `postgres`. */
  binaries: string
}

/** Chooses the location for a data folder; later calls return the same. */
export async function chooseDataFolder(dataDir: string, log: Logger): Promise<Home> {
  const binaries = await packagedBinaries()
  const dir = await locationOf(dataDir)
  if (!isRoot()) {
    await requireOwnership(dir)
    return { dir, account: null, binaries }
  }

  // An existing cluster keeps its owner, also when root starts it.
  const account = (await ownerOf(clusterDir(dir))) ?? (await systemAccount())
  const reachable = await reachableBinaries(binaries, account, SHARED_ROOT)
  if (await canReach(account, dir)) return { dir, account, binaries: reachable }
  if (await ownerOf(clusterDir(dir))) {
    throw new Error(
      `O usuário de sistema ${account.uid}, dono do banco de dados em ${clusterDir(dir)}, não consegue entrar nessa pasta. ` +
        'Mova DATA_DIR para onde ele entre, ou rode o servidor com esse usuário.',
    )
  }
  return { dir: await createSharedFolder(dataDir, log), account, binaries: reachable }
}

export const clusterDir = (home: string): string => join(home, 'postgres')

const pointerFile = (dataDir: string): string => join(dataDir, 'postgres-location')

/** The folder that contains a data folder's cluster: itself, or the one that its pointer file names. */
export async function locationOf(dataDir: string): Promise<string> {
  const pointer = await readFile(pointerFile(dataDir), 'utf8').catch(() => '')
  return pointer.trim() || dataDir
}

async function createSharedFolder(dataDir: string, log: Logger): Promise<string> {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  const dir = join(SHARED_ROOT, name)
  // Data without a pointer file: DATA_DIR was deleted to start again. Its database is kept under another name.
  const backup = `${dir}.${Date.now()}`
  await rename(dir, backup).then(
    () => log.warn({ from: dir, to: backup }, 'set aside the database of a data folder that was deleted'),
    () => undefined,
  )
  await mkdir(dir, { recursive: true })
  for (const path of [SHARED_ROOT, dir]) await chmod(path, 0o755)
  await writePrivateFile(pointerFile(dataDir), `${dir}\n`)
  return dir
}

async function ownerOf(path: string): Promise<NonNullable<Account> | null> {
  const found = await stat(path).catch(() => null)
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : null
}

async function requireOwnership(dir: string): Promise<void> {
  const found = await stat(clusterDir(dir)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw notYours(dir)
  })
  if (found && process.getuid && found.uid !== process.getuid()) throw notYours(dir)
}

const notYours = (dir: string) =>
  new Error(
    `O banco de dados em ${clusterDir(dir)} é de outro usuário do sistema. Rode o servidor com o usuário que o criou, ou aponte DATA_DIR para outra pasta.`,
  )
