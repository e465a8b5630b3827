import { randomUUID } from 'node:crypto'
import { link, open, rename, rm } from 'node:fs/promises'

/** Writes the file with mode 0600, atomically and synced to disk. */
export async function writePrivateFile(path: string, content: string): Promise<void> {
  await rename(await writeBeside(path, content), path)
}

/** Does not replace an existing file. */
export async function createPrivateFile(path: string, content: string): Promise<void> {
  const unfinished = await writeBeside(path, content)
  try {
    await link(unfinished, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(unfinished)
  }
}

async function writeBeside(path: string, content: string): Promise<string> {
  const unfinished = `${path}.${randomUUID()}.tmp`
  const file = await open(unfinished, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  return unfinished
}
