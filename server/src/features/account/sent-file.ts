import { randomUUID } from 'node:crypto'
import { fileTooLarge, MAX_FILE_BYTES } from '#server/lib/upload.ts'
import { encodeAvatar, newAvatarPath } from './avatar.ts'
import { bytesOfDataUrl, isPdf } from './domain/sent-file.ts'

/** A file sent with the registration, ready to be stored. */
export interface SentFile {
  column: 'image_path' | 'document_path'
  path: string
  bytes: Buffer
}

/**
 * Decodes a data URL and detects its type by content: an image becomes an avatar, a PDF is kept as it is in a private
 * folder. Throws 413.
 */
export async function readSentFile(dataUrl: string): Promise<SentFile | { problem: string }> {
  const bytes = bytesOfDataUrl(dataUrl)
  if (!bytes) return { problem: 'Arquivo inválido' }
  if (bytes.length > MAX_FILE_BYTES) throw fileTooLarge('image')
  if (isPdf(bytes)) return { column: 'document_path', path: `documents/${randomUUID()}.pdf`, bytes }
  const avatar = await encodeAvatar(bytes)
  if (!avatar) return { problem: 'Arquivo inválido' }
  return { column: 'image_path', path: newAvatarPath(), bytes: avatar }
}
