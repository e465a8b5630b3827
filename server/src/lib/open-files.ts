import { join } from 'node:path'
import type { Config } from '../config.ts'
import { diskFiles, type Files } from './files.ts'

/**
 * The storage that the configuration names. Throws when a bucket does not open: a wrong address or key is known now, and not with the
 * first upload. The bucket's client is loaded where there is one: it is larger than the rest of the server.
 */
export async function openFiles({
  storageUrl,
  dataDir,
}: Pick<Config, 'storageUrl' | 'dataDir'>): Promise<Files & { close(): void }> {
  if (!storageUrl) return { ...diskFiles(join(dataDir, 'files')), close: () => undefined }
  const { s3Files } = await import('./s3-files.ts')
  const files = s3Files(storageUrl)
  await files.read('events/').catch((error: Error) => {
    files.close()
    throw new Error(`O armazenamento de STORAGE_URL não abriu: ${error.cause ?? error.message}`)
  })
  return files
}
