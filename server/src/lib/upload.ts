import type { FastifyRequest } from 'fastify'
import type { Route } from '#contract/route.ts'
import { AppError, asAppError, invalidField } from './errors.ts'

/** The limit the forms display. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024

/** 413 for a file in a data URL, with a field error. */
export const fileTooLarge = (field: string): AppError =>
  new AppError('too_large', { errors: { [field]: ['O arquivo pode ter no máximo 10 MB'] } })

/** Reads the file that a route takes (`uploads`); throws 413, 415 or 422. */
export async function readUpload(
  request: FastifyRequest,
  { path, uploads }: Pick<Route, 'path' | 'uploads'>,
): Promise<Buffer> {
  if (uploads === null) throw new Error(`${path} declares no upload`)
  if (!request.isMultipart()) throw new AppError('unsupported_media')
  const file = await readFirstFile(request)
  if (file?.field !== uploads) throw invalidField(uploads, 'O campo é obrigatório')
  return file.bytes
}

async function readFirstFile(request: FastifyRequest): Promise<{ field: string; bytes: Buffer } | null> {
  try {
    const file = await request.file()
    if (!file) return null
    const bytes = await file.toBuffer()
    // `toBuffer` checks the limit before each chunk: a file truncated in its last chunk is returned as if complete.
    if (file.file.truncated) throw new AppError('too_large')
    return { field: file.fieldname, bytes }
  } catch (error) {
    // A truncated or malformed form.
    throw asAppError(error) ?? new AppError('malformed', { cause: error })
  }
}
