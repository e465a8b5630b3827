import { randomUUID } from 'node:crypto'
import { encodeAvatar, newAvatarPath } from './avatar.ts'
import { bytesOfDataUrl, isPdf, MAX_FILE_BYTES } from './domain/sent-file.ts'

/** A file sent with the registration, ready to be kept. */
export interface SentFile {
  column: 'image_path' | 'document_path'
  path: string
  bytes: Buffer
}

/** What a data URL holds, judged by its content: a picture is made an avatar, a PDF is kept as it is, out of the public's reach. */
export async function readSentFile(dataUrl: string): Promise<SentFile | { problem: string }> {
  const bytes = bytesOfDataUrl(dataUrl)
  if (!bytes) return { problem: 'Arquivo inválido' }
  if (bytes.length > MAX_FILE_BYTES) return { problem: 'O arquivo pode ter no máximo 10 MB' }
  if (isPdf(bytes)) return { column: 'document_path', path: `documents/${randomUUID()}.pdf`, bytes }
  const avatar = await encodeAvatar(bytes)
  if (!avatar) return { problem: 'Arquivo inválido' }
  return { column: 'image_path', path: newAvatarPath(), bytes: avatar }
}
