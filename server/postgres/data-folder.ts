import { createHash } from 'node:crypto'
import { chmod, mkdir, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { writePrivateFile } from '../src/lib/private-file.ts'
import { packagedBinaries, reachableBinaries } from './binaries.ts'
import { type Account, canReach, isRoot, systemAccount } from './run-as.ts'

/** What root keeps where the unprivileged user can reach it. */
export const SHARED_ROOT = '/var/lib/largada'

/** Where a cluster lives and who runs it. */
export interface Home {
  /** Holds the folder `postgres`, its password and its log. */
  dir: string
  account: Account
  /** Folder with `initdb` and `postgres`. */
  binaries: string
}

/** Decides it once for a data folder; the same answer ever after. */
export async function chooseDataFolder(dataDir: string, log: Logger): Promise<Home> {
  const binaries = await packagedBinaries()
  const elsewhere = await readPointer(dataDir)
  const dir = elsewhere ?? dataDir
  if (!isRoot()) {
    await requireOwn(dir)
    return { dir, account: null, binaries }
  }

  // A cluster keeps its owner: root that starts what a person started runs it as that person.
  const account = (await ownerOf(clusterDir(dir))) ?? (await systemAccount())
  const reachable = await reachableBinaries(binaries, account, SHARED_ROOT)
  if (await canReach(account, dir)) return { dir, account, binaries: reachable }
  if (await ownerOf(clusterDir(dir))) {
    throw new Error(
      `O usuário de sistema ${account.uid}, dono do banco de dados em ${clusterDir(dir)}, não consegue entrar nessa pasta. ` +
        'Mova DATA_DIR para onde ele entre, ou rode o servidor com esse usuário.',
    )
  }
  return { dir: await settleElsewhere(dataDir, log), account, binaries: reachable }
}

export const clusterDir = (home: string): string => join(home, 'postgres')

const pointerFile = (dataDir: string): string => join(dataDir, 'postgres-location')

/** Where the cluster of a data folder lies when it is not in it. */
export async function readPointer(dataDir: string): Promise<string | null> {
  const text = await readFile(pointerFile(dataDir), 'utf8').catch(() => '')
  return text.trim() || null
}

async function settleElsewhere(dataDir: string, log: Logger): Promise<string> {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  const dir = join(SHARED_ROOT, name)
  // Data without the pointer: somebody deleted DATA_DIR to begin anew. Nothing is thrown away that was not asked for.
  const aside = `${dir}.${Date.now()}`
  const found = await rename(dir, aside).then(
    () => true,
    () => false,
  )
  if (found) log.warn({ from: dir, to: aside }, 'set aside the database of a data folder that was deleted')
  await mkdir(dir, { recursive: true })
  for (const path of [SHARED_ROOT, dir]) await chmod(path, 0o755)
  await writePrivateFile(pointerFile(dataDir), `${dir}\n`)
  return dir
}

async function ownerOf(path: string): Promise<NonNullable<Account> | null> {
  const found = await stat(path).catch(() => null)
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : null
}

async function requireOwn(dir: string): Promise<void> {
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
