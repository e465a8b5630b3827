import { randomUUID } from 'node:crypto'
import { encodeAvatar, newAvatarPath } from './avatar.ts'
import { bytesOfDataUrl, isPdf } from './domain/sent-file.ts'

export interface SentFile {
  column: 'image_path' | 'document_path'
  path: string
  bytes: Buffer
}

/** An image becomes an avatar; a PDF is stored unchanged in a private folder. */
export async function readSentFile(sent: Buffer | string): Promise<SentFile | { problem: string }> {
  const bytes = typeof sent === 'string' ? bytesOfDataUrl(sent) : sent
  if (!bytes) return { problem: 'Arquivo inválido' }
  if (isPdf(bytes)) return { column: 'document_path', path: `documents/${randomUUID()}.pdf`, bytes }
  const avatar = await encodeAvatar(bytes)
  if (!avatar) return { problem: 'Arquivo inválido' }
  return { column: 'image_path', path: newAvatarPath(), bytes: avatar }
}
