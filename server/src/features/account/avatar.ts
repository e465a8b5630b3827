import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { inTurn } from '#server/lib/images.ts'

const SIZE = 512
/** A photograph of today's phones has some 50 million pixels; a bomb of a few kilobytes may have billions. */
const MAX_PIXELS = 64_000_000
/** Read from the content. SVG and PDF are documents that may run or load things, not pictures. */
const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'heif'])

/**
 * A square WebP made anew from what was sent: upright, without position, camera or anything else the file carried.
 * Null when it is no picture.
 */
export const encodeAvatar = (bytes: Buffer): Promise<Buffer | null> => inTurn(() => encode(bytes))

async function encode(bytes: Buffer): Promise<Buffer | null> {
  try {
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
