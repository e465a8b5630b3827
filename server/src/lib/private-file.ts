import { open, rename } from 'node:fs/promises'

/** Writes a file only its owner may read, whole or not at all, and on the disk before it answers. */
export async function writePrivateFile(path: string, content: string): Promise<void> {
  const unfinished = `${path}.${process.pid}.tmp`
  const file = await open(unfinished, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, path)
}
