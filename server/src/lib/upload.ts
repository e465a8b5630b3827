import type { FastifyRequest } from 'fastify'
import { FORM_DATA, type Route } from '#contract/route.ts'
import { AppError, asAppError, invalidField } from './errors.ts'
import { DATA_TOO_LARGE, parseJsonField } from './request-bodies.ts'

/** The limit the forms display. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024

/** The size limit of a text field of the form. */
export const MAX_FIELD_BYTES = 16 * 1024

export const fileTooLarge = (field: string): AppError =>
  new AppError('too_large', { errors: { [field]: ['O arquivo pode ter no máximo 10 MB'] } })

/** Throws 413, 415 or 422. */
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
    // `toBuffer` checks the limit before each chunk: a file truncated in its last chunk is returned as if
    // complete.
    if (file.file.truncated) throw new AppError('too_large')
    return { field: file.fieldname, bytes }
  } catch (error) {
    throw asAppError(error) ?? new AppError('malformed', { cause: error })
  }
}

export interface Form {
  data: unknown
  file: Buffer | null
}

/** The file, if there is one, is in `field`; throws 400, 413 or 422. */
export async function readForm(request: FastifyRequest, field: string): Promise<Form> {
  const form: Form = { data: undefined, file: null }
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        const bytes = await part.toBuffer()
        if (part.file.truncated) throw fileTooLarge(field)
        if (part.fieldname === field) form.file = bytes
      } else if (part.fieldname === FORM_DATA) {
        if (part.valueTruncated) throw new AppError('too_large', { message: DATA_TOO_LARGE })
        // A part with the content type of JSON is parsed already.
        form.data = typeof part.value === 'string' ? parseJsonField(part.value) : part.value
      }
    }
  } catch (error) {
    const known = asAppError(error)
    if (known?.code === 'too_large' && !(error instanceof AppError)) throw fileTooLarge(field)
    throw known ?? new AppError('malformed', { cause: error })
  }
  return form
}
