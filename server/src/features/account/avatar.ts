import { randomUUID } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import { auditUser } from '#server/lib/audit.ts'
import { transaction } from '#server/lib/db.ts'
import { invalidField } from '#server/lib/errors.ts'
import { inTurn, loadSharp } from '#server/lib/images.ts'
import { addJob } from '#server/lib/jobs.ts'
import { removeFiles } from './jobs.ts'
import { lockUser, updateUser } from './queries.ts'

const SIZE = 512
/** Phone cameras produce about 50 million; a decompression bomb of a few kilobytes may declare billions. */
const MAX_PIXELS = 64_000_000
/** Detected from the content. SVG and PDF may run scripts or load other files. */
const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'heif'])

/** Null when the bytes are not an image of an accepted format. */
export const encodeAvatar = (bytes: Buffer): Promise<Buffer | null> => inTurn(() => encode(bytes))

async function encode(bytes: Buffer): Promise<Buffer | null> {
  try {
    const sharp = await loadSharp()
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS })
    const { format } = await picture.metadata()
    if (!FORMATS.has(format)) return null
    return await picture
      .autoOrient()
      .resize(SIZE, SIZE, { fit: 'cover' })
      .webp({ quality: 82 })
      .timeout({ seconds: 10 })
      .toBuffer()
  } catch {
    return null
  }
}

export const newAvatarPath = (): string => `avatars/${randomUUID()}.webp`

interface NewImage {
  userId: number
  bytes: Buffer
  ip: string
}

export async function changeImage(
  deps: Pick<Deps, 'db' | 'clock' | 'files'>,
  { userId, bytes, ip }: NewImage,
): Promise<string> {
  const picture = await encodeAvatar(bytes)
  if (!picture) throw invalidField('image', 'Arquivo inválido')
  const path = newAvatarPath()
  await deps.files.write(path, picture)
  const at = deps.clock.now()
  try {
    await transaction(deps.db, async (tx) => {
      const before = await lockUser(tx, userId)
      await updateUser(tx, userId, { image_path: path }, at)
      if (before.image_path) await addJob(tx, removeFiles, { paths: [before.image_path] })
      await auditUser(tx, 'user.image_changed', { at, userId, ip })
    })
  } catch (error) {
    await deps.files.remove(path)
    throw error
  }
  return path
}
