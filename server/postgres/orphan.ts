import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import type { Cluster } from './cluster.ts'

const STOP_MS = 60_000

/**
 * Stops a PostgreSQL that a killed server left running, so that the next start uses current settings and
 * binaries, and repairs a `postmaster.pid` damaged by a power cut. The caller holds the lock of the data
 * folder, so no living server uses this PostgreSQL.
 */
export async function stopOrphan(cluster: Pick<Cluster, 'data'>, log: Logger): Promise<void> {
  const pidFile = join(cluster.data, 'postmaster.pid')
  const content = await readFile(pidFile, 'utf8').catch(() => '')
  const pid = Number.parseInt(content, 10)
  if (!Number.isSafeInteger(pid) || pid < 2) return

  if (!(await isServing(pid, cluster.data))) {
    // If another process has this pid now, PostgreSQL refuses to start. It accepts the pid of its own parent,
    // and still checks the rest of the file for remaining processes of the old cluster.
    await writeFile(pidFile, content.replace(/^\d+/, String(process.pid)))
    return
  }
  log.warn({ pid }, 'stopping the PostgreSQL that a killed server left running')
  signal(pid, 'SIGINT')
  if (await isGone(pid, cluster.data, STOP_MS)) return
  // Immediate shutdown without a checkpoint: the next start replays the write-ahead log.
  signal(pid, 'SIGQUIT')
  if (await isGone(pid, cluster.data, STOP_MS)) return
  throw new Error(`O PostgreSQL anterior (processo ${pid}) não encerra. Encerre-o e tente de novo.`)
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ESRCH') return
    throw new Error(`Um PostgreSQL de outro usuário do sistema (processo ${pid}) usa este banco de dados.`, {
      cause: error,
    })
  }
}

async function isGone(pid: number, data: string, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  while (performance.now() < deadline) {
    if (!(await isServing(pid, data))) return true
    await sleep(50)
  }
  return false
}

/** Compares the command line: a zombie has none, and a process that reuses the pid has another. */
export async function isServing(pid: number, data: string): Promise<boolean> {
  const commandLine =
    process.platform === 'linux'
      ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      : await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).then(
          ({ stdout }) => stdout,
          () => '',
        )
  return commandLine.includes(data)
}
