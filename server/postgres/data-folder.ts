import { createHash } from 'node:crypto'
import { chmod, chown, mkdir, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { writePrivateFile } from '#server/lib/private-file.ts'
import { packagedBinaries, reachableBinaries } from './binaries.ts'
import { type Account, canReach, isRoot, systemAccount } from './run-as.ts'

/** For data and binaries when root runs the server; readable by the user that runs PostgreSQL. */
export const SHARED_ROOT = '/var/lib/largada'

export interface Home {
  /** Contains the cluster (`postgres/`), its password and its log. */
  dir: string
  account: Account
  binaries: string
}

/** Later calls return the same location. */
export async function chooseDataFolder(dataDir: string, log: Logger): Promise<Home> {
  const binaries = await packagedBinaries()
  const dir = await locationOf(dataDir)
  if (!isRoot()) {
    await requireOwnership(dir)
    return { dir, account: null, binaries }
  }

  // An existing cluster keeps its owner, even when root starts the server.
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

/** The folder to which PostgreSQL writes finished files of the write-ahead log, on their way to the archive. */
export async function makeSpool(home: Home): Promise<string> {
  const spool = join(home.dir, 'postgres-wal')
  await mkdir(spool, { recursive: true, mode: 0o700 })
  await giveTo(home, spool)
  return spool
}

export async function giveTo({ account }: Pick<Home, 'account'>, path: string): Promise<void> {
  if (account) await chown(path, account.uid, account.gid)
}

const pointerFile = (dataDir: string): string => join(dataDir, 'postgres-location')

/** The data folder, or the one named by its pointer file. */
export async function locationOf(dataDir: string): Promise<string> {
  const pointer = await readFile(pointerFile(dataDir), 'utf8').catch(() => '')
  return pointer.trim() || dataDir
}

async function createSharedFolder(dataDir: string, log: Logger): Promise<string> {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  const dir = join(SHARED_ROOT, name)
  // DATA_DIR was deleted to start again: the old database is kept under another name.
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
