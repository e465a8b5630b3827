import { randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createPrivateFile, writePrivateFile } from './private-file.ts'

const NAMES = ['gatewayWebhookSecret', 'sandboxKey', 'secondFactorKey', 'waitingRoomKey'] as const

export type Secrets = Record<(typeof NAMES)[number], string>

/** The secrets of this installation, generated once and stored in a 0600 file. A name added later is generated at the next start. */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const path = join(dataDir, 'secrets.json')
  await mkdir(dataDir, { recursive: true })
  const stored = await readStored(path)
  if (stored && isComplete(stored)) return stored

  const generated = Object.fromEntries(NAMES.map((name) => [name, randomBytes(32).toString('base64url')]))
  const content = JSON.stringify({ ...generated, ...stored }, null, 2)
  if (stored) await writePrivateFile(path, content)
  else await createPrivateFile(path, content)
  // Read again: of processes that start together on a new folder, the first one's secrets count.
  return loadSecrets(dataDir)
}

const isComplete = (stored: Partial<Secrets>): stored is Secrets =>
  NAMES.every((name) => stored[name] !== undefined)

async function readStored(path: string): Promise<Partial<Secrets> | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
