import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createPrivateFile } from '#server/lib/private-file.ts'
import { fingerprintOf, SECRETS_FILE } from '#server/lib/secrets.ts'
import type { Manifest } from './manifest.ts'

interface Place {
  /** The folder of the backup. */
  folder: string
  dataDir: string
  withoutSecrets?: boolean
}

const WITHOUT = '--without-secrets, e quem usa a verificação em duas etapas terá de ativá-la de novo'

/**
 * The secrets that open the second factors of a backup are kept apart from it. The operator puts them into the data
 * folder, or into the folder of the backup, where copies from before 1.0 have them. Throws a sentence that says which
 * file is needed.
 */
export async function findSecrets(
  { secrets: fingerprint }: Pick<Manifest, 'secrets'>,
  { folder, dataDir, withoutSecrets = false }: Place,
): Promise<{ store(): Promise<void> }> {
  const path = join(dataDir, SECRETS_FILE)
  const [here, given] = await Promise.all([readIfPresent(path), readIfPresent(join(folder, SECRETS_FILE))])
  const nothing = { store: async () => undefined }
  if (withoutSecrets) return nothing
  if (here !== null && given !== null && fingerprintOf(here) !== fingerprintOf(given))
    throw new Error(`${path} é de outra instalação. Restaure numa pasta de dados vazia.`)
  const found = here ?? given
  if (found === null)
    throw new Error(`Falta ${path}, que fica guardado à parte da cópia. Ponha-o ali, ou use ${WITHOUT}.`)
  if (fingerprint !== undefined && fingerprintOf(found) !== fingerprint)
    throw new Error(
      `O ${SECRETS_FILE} não é o da cópia: é de outra instalação, ou de antes de uma troca. Ponha o certo em ${path}, ou use ${WITHOUT}.`,
    )
  if (here !== null) return nothing
  return {
    async store() {
      await mkdir(dataDir, { recursive: true })
      await createPrivateFile(path, found)
    },
  }
}

const readIfPresent = (path: string): Promise<string | null> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
