import { randomUUID } from 'node:crypto'
import type { UPLOAD_PURPOSES } from '#contract/organizer-event.ts'
import type { Deps } from '#server/deps.ts'
import { type PictureShape, SHAPES, type StoredPicture, storePicture } from '#server/lib/images.ts'
import type { Limit } from '#server/lib/rate-limit.ts'
import { isPdf } from '../../account/domain/sent-file.ts'
import { insertUpload } from './queries.ts'

/** Encoding a picture in all its sizes is the most expensive request there is. */
export const UPLOADS_BY_USER: Limit = { name: 'upload-user', points: 60, perSeconds: 600 }

type UploadPurpose = (typeof UPLOAD_PURPOSES)[number]

interface Kept {
  folder: 'events' | 'routes' | 'documents'
  shape: PictureShape
  takesPdf: boolean
}

const KEPT: Record<UploadPurpose, Kept> = {
  cover: { folder: 'events', shape: SHAPES.cover, takesPdf: false },
  event: { folder: 'events', shape: SHAPES.card, takesPdf: false },
  product: { folder: 'events', shape: SHAPES.square, takesPdf: false },
  route: { folder: 'routes', shape: SHAPES.whole, takesPdf: true },
  document: { folder: 'documents', shape: SHAPES.whole, takesPdf: true },
}

interface NewFile {
  bytes: Buffer
  purpose: UploadPurpose
  userId: number
}

/**
 * Stores an image or a PDF, as detected by content; returns its path. Files are written before their row, so a row
 * always has its files. Throws 415.
 */
export async function uploadFile(
  deps: Pick<Deps, 'db' | 'files' | 'clock'>,
  { bytes, purpose, userId }: NewFile,
): Promise<string> {
  const { folder, shape, takesPdf } = KEPT[purpose]
  const stored: { path: string; picture: StoredPicture | null } =
    takesPdf && isPdf(bytes)
      ? await storePdf(deps.files, folder, bytes)
      : await storePicture(deps.files, folder, bytes, shape)
  await insertUpload(deps.db, {
    ...stored,
    userId,
    purpose,
    mediaType: stored.picture ? 'image/jpeg' : 'application/pdf',
    bytes: bytes.length,
    at: deps.clock.now(),
  })
  return stored.path
}

async function storePdf(files: Deps['files'], folder: string, bytes: Buffer) {
  const path = `${folder}/${randomUUID()}.pdf`
  await files.write(path, bytes)
  return { path, picture: null }
}
