import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Node has no file locks. The kernel releases SQLite's when the process ends; the file stores nothing. */
export function lockDataDir(dataDir: string): { release(): void } {
  const pidFile = join(dataDir, 'server.pid')
  const file = new DatabaseSync(join(dataDir, 'server.lock'))
  try {
    file.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    file.close()
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error
    throw new Error(
      `Outro servidor da Largada já usa a pasta ${dataDir} (processo ${readPid(pidFile)}). ` +
        'Encerre-o, ou aponte DATA_DIR para outra pasta.',
    )
  }
  writeFileSync(pidFile, String(process.pid))
  return { release: () => file.close() }
}

const SQLITE_BUSY = 5

function readPid(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return 'desconhecido'
  }
}
