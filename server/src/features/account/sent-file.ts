import { randomUUID } from 'node:crypto'
import { fileTooLarge, MAX_FILE_BYTES } from '#server/lib/upload.ts'
import { encodeAvatar, newAvatarPath } from './avatar.ts'
import { bytesOfDataUrl, isPdf } from './domain/sent-file.ts'

/** A file sent with the registration, ready to be kept. */
export interface SentFile {
  column: 'image_path' | 'document_path'
  path: string
  bytes: Buffer
}

/** What a data URL holds, judged by its content: a picture is made an avatar, a PDF is kept as it is, out of the public's reach. Throws 413. */
export async function readSentFile(dataUrl: string): Promise<SentFile | { problem: string }> {
  const bytes = bytesOfDataUrl(dataUrl)
  if (!bytes) return { problem: 'Arquivo inválido' }
  if (bytes.length > MAX_FILE_BYTES) throw fileTooLarge('image')
  if (isPdf(bytes)) return { column: 'document_path', path: `documents/${randomUUID()}.pdf`, bytes }
  const avatar = await encodeAvatar(bytes)
  if (!avatar) return { problem: 'Arquivo inválido' }
  return { column: 'image_path', path: newAvatarPath(), bytes: avatar }
}
