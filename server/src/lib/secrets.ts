import { randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writePrivateFile } from './private-file.ts'

const NAMES = ['gatewayWebhookSecret', 'sandboxKey'] as const

export type Secrets = Record<(typeof NAMES)[number], string>

/** The secrets of this installation: made once, kept in a 0600 file. A name added later is made at the next start. */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const path = join(dataDir, 'secrets.json')
  await mkdir(dataDir, { recursive: true })
  const stored = await readStored(path)
  const secrets = Object.fromEntries(
    NAMES.map((name) => [name, stored[name] ?? randomBytes(32).toString('base64url')]),
  ) as Secrets
  if (NAMES.some((name) => !stored[name])) await writePrivateFile(path, JSON.stringify(secrets, null, 2))
  return secrets
}

async function readStored(path: string): Promise<Partial<Secrets>> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}
