import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { diskFiles, type Files } from './files.ts'

/** Throws for an unreachable bucket. The S3 client is large and imported only when needed. */
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
