import { randomUUID } from 'node:crypto'
import type { Course } from '#contract/course.ts'
import type { UPLOAD_PURPOSES } from '#contract/organizer-event.ts'
import type { Deps } from '#server/deps.ts'
import { type PictureShape, SHAPES, type StoredPicture, storePicture } from '#server/lib/images.ts'
import type { Limit } from '#server/lib/rate-limit.ts'
import { isPdf } from '../../account/domain/sent-file.ts'
import { gpxOf, type StoredCourse, storedCourse } from '../domain/course.ts'
import { drawCourse } from '../domain/draw-course.ts'
import { insertUpload } from './queries.ts'
import { readGpx } from './read-gpx.ts'

export const GPX = 'application/gpx+xml'

/** Encoding a picture in all its sizes is the most expensive request there is. */
export const UPLOADS_BY_USER: Limit = { name: 'upload-user', points: 60, perSeconds: 600 }

type UploadPurpose = (typeof UPLOAD_PURPOSES)[number]
type PicturePurpose = Exclude<UploadPurpose, 'course'>

interface Kept {
  folder: 'events' | 'routes' | 'documents'
  shape: PictureShape
  takesPdf: boolean
}

const KEPT: Record<PicturePurpose, Kept> = {
  cover: { folder: 'events', shape: SHAPES.cover, takesPdf: false },
  event: { folder: 'events', shape: SHAPES.card, takesPdf: false },
  product: { folder: 'events', shape: SHAPES.square, takesPdf: false },
  route: { folder: 'routes', shape: SHAPES.whole, takesPdf: true },
  regulation: { folder: 'routes', shape: SHAPES.whole, takesPdf: true },
  document: { folder: 'documents', shape: SHAPES.whole, takesPdf: true },
  logo: { folder: 'events', shape: SHAPES.logo, takesPdf: false },
}

interface NewFile {
  bytes: Buffer
  purpose: UploadPurpose
  userId: number
}

interface StoredFile {
  path: string
  mediaType: string
  picture: StoredPicture | null
  course: StoredCourse | null
}

/**
 * Stores an image, a PDF or a GPX file, as detected by content; returns its path, and the drawing of a course. Files are written before
 * their row, so a row always has its files. Throws 415, and 422 for a GPX file that is no course.
 */
export async function uploadFile(
  deps: Pick<Deps, 'db' | 'files' | 'clock'>,
  { bytes, purpose, userId }: NewFile,
): Promise<{ path: string; course: Course | null }> {
  const stored = await (purpose === 'course'
    ? storeCourse(deps.files, bytes)
    : storeDocument(deps.files, bytes, KEPT[purpose]))
  await insertUpload(deps.db, { ...stored, userId, purpose, bytes: bytes.length, at: deps.clock.now() })
  return { path: stored.path, course: presentCourse(stored.course, stored.path) }
}

async function storeDocument(
  files: Deps['files'],
  bytes: Buffer,
  { folder, shape, takesPdf }: Kept,
): Promise<StoredFile> {
  if (!takesPdf || !isPdf(bytes)) {
    const stored = await storePicture(files, folder, bytes, shape)
    return { ...stored, mediaType: 'image/jpeg', course: null }
  }
  const path = `${folder}/${randomUUID()}.pdf`
  await files.write(path, bytes)
  return { path, mediaType: 'application/pdf', picture: null, course: null }
}

/** Where the drawing of a GPX file is kept. */
export const drawingOf = (gpx: string): string => gpx.replace('.gpx', '-mapa.svg')

/** The contract's `Course` of a stored one; null when the file is no course. */
export const presentCourse = (stored: StoredCourse | null, gpx: string | null): Course | null =>
  stored && gpx !== null ? { ...stored, gpx, drawing: drawingOf(gpx) } : null

/** The file that is kept is written anew from its points: the sent one may say who ran there, and when. */
async function storeCourse(files: Deps['files'], bytes: Buffer): Promise<StoredFile> {
  const points = await readGpx(bytes)
  const path = `routes/${randomUUID()}.gpx`
  await files.write(drawingOf(path), Buffer.from(drawCourse(points)))
  await files.write(path, Buffer.from(gpxOf(points)))
  return { path, mediaType: GPX, picture: null, course: storedCourse(points) }
}
