import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createPrivateFile, writePrivateFile } from './private-file.ts'

const NAMES = ['gatewayWebhookSecret', 'sandboxKey', 'secondFactorKey', 'waitingRoomKey'] as const

export const SECRETS_FILE = 'secrets.json'

export type Secrets = Record<(typeof NAMES)[number], string>

/** Generated once, in a file with mode 0600. A newer version adds its own at the next start. */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const path = join(dataDir, SECRETS_FILE)
  await mkdir(dataDir, { recursive: true })
  const stored = await readStored(path)
  if (stored && isComplete(stored)) return stored

  const generated = Object.fromEntries(NAMES.map((name) => [name, randomBytes(32).toString('base64url')]))
  const content = JSON.stringify({ ...generated, ...stored }, null, 2)
  if (stored) await writePrivateFile(path, content)
  else await createPrivateFile(path, content)
  // Read again, because another process that started at the same time may have created the file first.
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

/**
 * Identifies the key in a `secrets.json` without revealing it: the key is random, so its hash cannot be reversed.
 * Null for a text without the key.
 */
export function fingerprintOf(text: string): string | null {
  const { secondFactorKey } = JSON.parse(text) as Partial<Secrets>
  return secondFactorKey ? createHash('sha256').update(`largada:${secondFactorKey}`).digest('hex') : null
}
