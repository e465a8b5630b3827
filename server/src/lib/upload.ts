import type { FastifyRequest } from 'fastify'
import { AppError, asAppError, invalidField } from './errors.ts'

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
    return file ? { field: file.fieldname, bytes: await file.toBuffer() } : null
  } catch (error) {
    // A form that breaks off or is no form at all.
    throw asAppError(error) ?? new AppError('malformed', { cause: error })
  }
}
