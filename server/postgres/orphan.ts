import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import type { Cluster } from './cluster.ts'

const PATIENCE_MS = 60_000

/**
 * A server killed with -9 leaves its PostgreSQL running, and a machine that lost power leaves only `postmaster.pid`.
 * The first is stopped cleanly (half a second, and settings and binaries are then surely today's); the second is made
 * harmless. Called with the data folder locked, so a PostgreSQL found on it belongs to nobody alive.
 */
export async function stopOrphan(cluster: Pick<Cluster, 'data'>, log: Logger): Promise<void> {
  const pidFile = join(cluster.data, 'postmaster.pid')
  const content = await readFile(pidFile, 'utf8').catch(() => '')
  const pid = Number.parseInt(content, 10)
  if (!Number.isSafeInteger(pid) || pid < 2) return

  if (!(await isServing(pid, cluster.data))) {
    // The number may be another process's by now, and PostgreSQL would then refuse to start. It takes its parent's number
    // for stale, and still reads the rest of the file to see that no process of the old one is left.
    await writeFile(pidFile, content.replace(/^\d+/, String(process.pid)))
    return
  }
  log.warn({ pid }, 'stopping the PostgreSQL that a killed server left running')
  signal(pid, 'SIGINT')
  if (await isGone(pid, cluster.data, PATIENCE_MS)) return
  // Immediate: no checkpoint, the next start replays the log.
  signal(pid, 'SIGQUIT')
  if (await isGone(pid, cluster.data, PATIENCE_MS)) return
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

async function isGone(pid: number, data: string, patienceMs: number): Promise<boolean> {
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    if (!(await isServing(pid, data))) return true
    await sleep(50)
  }
  return false
}

/** By its command line: a zombie has none, and a number used again has another. */
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
