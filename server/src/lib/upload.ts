import type { FastifyRequest } from 'fastify'
import { AppError, asAppError, invalidField } from './errors.ts'

/** 10 MB, as the forms say. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024

/** 413 for a file that came in a data URL, told at its field. */
export const fileTooLarge = (field: string): AppError =>
  new AppError('too_large', { errors: { [field]: ['O arquivo pode ter no máximo 10 MB'] } })

/** The one file of a multipart form, from the field of that name; 413, 415 or 422 when there is none to be had. */
export async function readUpload(request: FastifyRequest, field: string): Promise<Buffer> {
  if (!request.isMultipart()) throw new AppError('unsupported_media')
  const file = await readFirstFile(request)
  if (file?.field !== field) throw invalidField(field, 'O campo é obrigatório')
  return file.bytes
}

async function readFirstFile(request: FastifyRequest): Promise<{ field: string; bytes: Buffer } | null> {
  try {
    const file = await request.file()
    if (!file) return null
    const bytes = await file.toBuffer()
    // `toBuffer` looks with each piece that arrives: a file cut with its last piece is handed out as if it were whole.
    if (file.file.truncated) throw new AppError('too_large')
    return { field: file.fieldname, bytes }
  } catch (error) {
    // A form that breaks off or is no form at all.
    throw asAppError(error) ?? new AppError('malformed', { cause: error })
  }
}
