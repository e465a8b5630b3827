import { randomUUID } from 'node:crypto'
import type { Course } from '#contract/event/course.ts'
import type { UPLOAD_PURPOSES } from '#contract/event-management/uploads.ts'
import type { Deps } from '#server/deps.ts'
import { isPdf } from '#server/features/account/domain/sent-file.ts'
import { type PictureShape, SHAPES, type StoredPicture, storePicture } from '#server/lib/images.ts'
import type { Limit } from '#server/lib/rate-limit.ts'
import { gpxOf, type StoredCourse, storedCourse } from '../domain/course.ts'
import { drawCourse } from '../domain/draw-course.ts'
import { insertUpload } from './queries.ts'
import { readGpx } from './read-gpx.ts'

export const GPX = 'application/gpx+xml'

/** Encoding a picture in all its sizes is the most expensive request. */
export const UPLOADS_BY_USER: Limit = { name: 'upload-user', points: 60, perSeconds: 600 }

type UploadPurpose = (typeof UPLOAD_PURPOSES)[number]
type PicturePurpose = Exclude<UploadPurpose, 'course'>

interface Storage {
  folder: 'events' | 'routes' | 'documents'
  shape: PictureShape
  takesPdf: boolean
}

const STORAGE: Record<PicturePurpose, Storage> = {
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
 * Detects the type from the content; throws 415, and 422 for a GPX file without a course. Files are written
 * before their row, so that a row always has its files.
 */
export async function uploadFile(
  deps: Pick<Deps, 'db' | 'files' | 'clock'>,
  { bytes, purpose, userId }: NewFile,
): Promise<{ path: string; course: Course | null }> {
  const stored = await (purpose === 'course'
    ? storeCourse(deps.files, bytes)
    : storeDocument(deps.files, bytes, STORAGE[purpose]))
  await insertUpload(deps.db, { ...stored, userId, purpose, bytes: bytes.length, at: deps.clock.now() })
  return { path: stored.path, course: presentCourse(stored.course, stored.path) }
}

async function storeDocument(
  files: Deps['files'],
  bytes: Buffer,
  { folder, shape, takesPdf }: Storage,
): Promise<StoredFile> {
  if (!takesPdf || !isPdf(bytes)) {
    const stored = await storePicture(files, folder, bytes, shape)
    return { ...stored, mediaType: 'image/jpeg', course: null }
  }
  const path = `${folder}/${randomUUID()}.pdf`
  await files.write(path, bytes)
  return { path, mediaType: 'application/pdf', picture: null, course: null }
}

export const drawingOf = (gpx: string): string => gpx.replace('.gpx', '-mapa.svg')

export const presentCourse = (stored: StoredCourse | null, gpx: string | null): Course | null =>
  stored && gpx !== null ? { ...stored, gpx, drawing: drawingOf(gpx) } : null

/** The uploaded file may contain the runner's name and times, so a new one is written. */
async function storeCourse(files: Deps['files'], bytes: Buffer): Promise<StoredFile> {
  const points = await readGpx(bytes)
  const path = `routes/${randomUUID()}.gpx`
  await files.write(drawingOf(path), Buffer.from(drawCourse(points)))
  await files.write(path, Buffer.from(gpxOf(points)))
  return { path, mediaType: GPX, picture: null, course: storedCourse(points) }
}
