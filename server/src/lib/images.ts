import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { Sharp } from 'sharp'
import { z } from 'zod'
import type { Picture } from '#contract/event/event.ts'
import { AppError, invalidField } from './errors.ts'
import type { Files } from './files.ts'
import { createTurns } from './turns.ts'

const MAX_PIXELS = 40_000_000
/** Detected from the content. No SVG: it can contain scripts and external references. */
const FORMATS: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'heif'])
/** Forty megapixels take one or two seconds; a file crafted to take longer is rejected. */
const TIMEOUT_SECONDS = 15
const DOCUMENT_WIDTH = 2000
const SOCIAL = { width: 1200, height: 630 } as const

/** Imported on first use: it takes about 30 MB of memory, which most processes never need. */
export async function loadSharp(): Promise<typeof import('sharp')['default']> {
  const { default: sharp } = await import('sharp')
  // The cache would only use memory, since no picture is converted twice. Each conversion has one thread, and
  // `conversions` runs one per core.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/** Bounds memory and CPU. */
const conversions = createTurns({ atOnce: availableParallelism(), waiting: 200 })

/** Throws 503 when too many conversions wait. */
export async function inTurn<T>(convert: () => Promise<T>): Promise<T> {
  const end = await conversions.take('')
  try {
    return await convert()
  } finally {
    end()
  }
}

export interface PictureShape {
  /** Width divided by height; null preserves the original ratio. */
  ratio: number | null
  widths: readonly number[]
  /** Also stored as a 1200×630 JPEG for link previews. */
  social?: boolean
}

/** Lists with square thumbnails crop a 16:9 picture in CSS. */
export const SHAPES = {
  cover: { ratio: 16 / 9, widths: [480, 960, 1600], social: true },
  card: { ratio: 16 / 9, widths: [320, 640, 960] },
  square: { ratio: 1, widths: [240, 480, 960] },
  whole: { ratio: null, widths: [800, 1600] },
  logo: { ratio: null, widths: [120, 240, 480] },
} as const satisfies Record<string, PictureShape>

/** The JSON in `uploads.picture`: enough to build every URL without reading the files. */
export const StoredPicture = z.object({
  width: z.int(),
  height: z.int(),
  widths: z.array(z.int()),
  placeholder: z.string(),
  social: z.string().nullable(),
})
export type StoredPicture = z.infer<typeof StoredPicture>

export const storageUrl = (path: string): string => `/storage/${path}`

const copyPath = (path: string, width: number, format: string): string =>
  `${path.replace(/\.\w+$/, '')}-${width}.${format}`

/** Null when the file is not a picture. */
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

export function socialImageOf(stored: unknown): string | null {
  const picture = StoredPicture.safeParse(stored)
  return picture.success && picture.data.social ? storageUrl(picture.data.social) : null
}

/** Re-encodes, so that no metadata remains. Throws 415 for no picture and 422 for too many pixels. */
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
  // Written last: when this file exists, all its copies exist.
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

/** Re-encodes a scanned document, large enough to be read. Throws 415 or 422 like `storePicture`. */
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

/** Upright, cropped around the most salient part, never enlarged. */
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
