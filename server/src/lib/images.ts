import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { Sharp } from 'sharp'
import { z } from 'zod'
import type { Picture } from '#contract/event.ts'
import { AppError, invalidField } from './errors.ts'
import type { Files } from './files.ts'
import { createTurns } from './turns.ts'

const MAX_PIXELS = 40_000_000
/** Detected by content. No SVG: it can contain scripts and external references. */
const FORMATS: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'heif'])
/** 40 megapixels take one or two seconds; a file crafted to take longer is refused. */
const TIMEOUT_SECONDS = 15
const DOCUMENT_WIDTH = 2000
const SOCIAL = { width: 1200, height: 630 } as const

/** Loaded with the first picture: it takes some 30 MB, which most processes never need. */
export async function loadSharp(): Promise<typeof import('sharp')['default']> {
  const { default: sharp } = await import('sharp')
  // The cache would only use memory, since no picture is converted twice. One thread a conversion, one conversion a core.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/** Bounds concurrent conversions, and with them memory and CPU. */
const conversions = createTurns({ atOnce: availableParallelism(), waiting: 200 })

/** Runs a conversion when a core is free. Throws 503 when too many wait. */
export async function inTurn<T>(convert: () => Promise<T>): Promise<T> {
  const end = await conversions.take('')
  try {
    return await convert()
  } finally {
    end()
  }
}

/** The aspect ratio a picture is cropped to and the widths it is stored in, ascending. */
export interface PictureShape {
  /** Width / height; null keeps the picture's. */
  ratio: number | null
  widths: readonly number[]
  /** Also stored as a 1200×630 JPEG for link previews. */
  social?: boolean
}

/** The shapes of the kinds of pictures. Lists that show squares crop a 16:9 picture in CSS. */
export const SHAPES = {
  cover: { ratio: 16 / 9, widths: [480, 960, 1600], social: true },
  card: { ratio: 16 / 9, widths: [320, 640, 960] },
  square: { ratio: 1, widths: [240, 480, 960] },
  whole: { ratio: null, widths: [800, 1600] },
  logo: { ratio: null, widths: [120, 240, 480] },
} as const satisfies Record<string, PictureShape>

/** The JSON in `uploads.picture`: enough to build every address without reading the files. */
export const StoredPicture = z.object({
  width: z.int(),
  height: z.int(),
  /** Widths of the AVIF and WebP copies; none for a vector picture. */
  widths: z.array(z.int()),
  placeholder: z.string(),
  social: z.string().nullable(),
})
export type StoredPicture = z.infer<typeof StoredPicture>

export const storageUrl = (path: string): string => `/storage/${path}`

const copyPath = (path: string, width: number, format: string): string =>
  `${path.replace(/\.\w+$/, '')}-${width}.${format}`

/** The contract's `Picture` of a stored one; null when the file is not a picture. */
export function pictureOf(path: string | null, stored: unknown): Picture | null {
  const picture = StoredPicture.safeParse(stored)
  if (path === null || !picture.success) return null
  const { widths, width, height, placeholder } = picture.data
  const srcset = (format: string) =>
    widths.map((each) => `${storageUrl(copyPath(path, each, format))} ${each}w`).join(', ')
  return {
    src: storageUrl(path),
    srcset_avif: srcset('avif'),
    srcset_webp: srcset('webp'),
    width,
    height,
    placeholder,
  }
}

/** The address of the link preview picture, if there is one. */
export function socialImageOf(stored: unknown): string | null {
  const picture = StoredPicture.safeParse(stored)
  return picture.success && picture.data.social ? storageUrl(picture.data.social) : null
}

/**
 * Stores a picture in every size of its shape, re-encoded from its pixels, so that no metadata is kept. Throws 415 when the bytes
 * are not a picture, 422 on `field` when it has too many pixels; then no file is left behind.
 */
export async function storePicture(
  files: Files,
  folder: string,
  bytes: Buffer,
  shape: PictureShape,
  field = 'file',
): Promise<{ path: string; picture: StoredPicture }> {
  const written: string[] = []
  const write = async (path: string, content: Buffer) => {
    written.push(path)
    await files.write(path, content)
  }
  try {
    return await inTurn(async () => {
      const source = await cut(bytes, shape, field)
      return writeCopies(write, `${folder}/${randomUUID()}.jpg`, source, shape)
    })
  } catch (error) {
    await Promise.all(written.map((path) => files.remove(path)))
    throw error
  }
}

async function writeCopies(
  write: (path: string, content: Buffer) => Promise<void>,
  path: string,
  source: Cut,
  shape: PictureShape,
): Promise<{ path: string; picture: StoredPicture }> {
  const { width, height } = source
  const widths = [...new Set(shape.widths.map((each) => Math.min(each, width)))]
  for (const each of widths) {
    const sized = source.image().resize(each)
    await write(copyPath(path, each, 'avif'), await sized.clone().avif({ quality: 55, effort: 3 }).toBuffer())
    await write(copyPath(path, each, 'webp'), await sized.webp({ quality: 80 }).toBuffer())
  }
  const social = shape.social ? path.replace('.jpg', '-social.jpg') : null
  if (social) await write(social, await socialCard(source.image()))
  const placeholder = await source.image().resize(20).blur(1).webp({ quality: 40 }).toBuffer()
  // Written last: when this file exists, all its copies do.
  await write(path, await source.image().jpeg({ quality: 82, mozjpeg: true }).toBuffer())
  return {
    path,
    picture: {
      width,
      height,
      widths,
      placeholder: `data:image/webp;base64,${placeholder.toString('base64')}`,
      social,
    },
  }
}

/**
 * Re-encodes a photographed or scanned document from its pixels, large enough to be read. Throws 415 when the bytes are not a
 * picture, 422 when it has too many pixels.
 */
export const encodeDocument = (bytes: Buffer): Promise<Buffer> =>
  inTurn(async () => {
    const { image } = await cut(bytes, { ratio: null, widths: [DOCUMENT_WIDTH] }, 'file')
    return image().jpeg({ quality: 82, mozjpeg: true }).toBuffer()
  })

export const socialCard = (image: Sharp): Promise<Buffer> =>
  image.resize(SOCIAL.width, SOCIAL.height, { fit: 'cover' }).jpeg({ quality: 82 }).toBuffer()

interface Cut {
  width: number
  height: number
  image: () => Sharp
}

/** Rotates upright and crops to the shape around the most salient part, without enlarging. */
async function cut(bytes: Buffer, shape: PictureShape, field: string): Promise<Cut> {
  try {
    const sharp = await loadSharp()
    const decoder = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    const size = await uprightSize(decoder)
    const ratio = shape.ratio ?? size.width / size.height
    const widest = shape.widths.at(-1) ?? size.width
    const width = Math.max(1, Math.round(Math.min(widest, size.width, size.height * ratio)))
    const height = Math.max(1, Math.round(width / ratio))
    const { data, info } = await decoder
      .autoOrient()
      .resize(width, height, { fit: 'cover', position: sharp.strategy.attention })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .timeout({ seconds: TIMEOUT_SECONDS })
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { width, height, image: () => sharp(data, { raw: info }) }
  } catch (cause) {
    if (String(cause).includes('pixel limit'))
      throw invalidField(field, 'A imagem pode ter no máximo 40 megapixels')
    throw new AppError('unsupported_media', { cause })
  }
}

async function uprightSize(image: Sharp): Promise<{ width: number; height: number }> {
  const { format, width, height, orientation = 1 } = await image.metadata()
  if (!FORMATS.has(format)) throw new Error(`unsupported format: ${format}`)
  return orientation >= 5 ? { width: height, height: width } : { width, height }
}
