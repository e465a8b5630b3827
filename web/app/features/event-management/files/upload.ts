import { type UPLOAD_PURPOSES, uploadFile } from '#contract/event-management/uploads.ts'
import { ApiFailure, api, failureMessage } from '#web/api/api.ts'

export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number]

const MAX_BYTES = 10 * 1024 * 1024

/** The error message for a file that cannot be sent; null otherwise. The server checks the content. */
export function fileProblem(file: File, takesPdf: boolean): string | null {
  const isRight = file.type.startsWith('image/') || (takesPdf && file.type === 'application/pdf')
  if (!isRight) return takesPdf ? 'Escolha uma imagem ou um PDF' : 'Escolha uma imagem'
  return sizeProblem(file)
}

export const sizeProblem = ({ size }: File): string | null =>
  size > MAX_BYTES ? 'O arquivo pode ter no máximo 10 MB' : null

/** Returns the path and, for a course, its drawing. It is unused until an event refers to it. */
export async function upload(file: Blob, name: string, purpose: UploadPurpose) {
  const form = new FormData()
  form.set('file', file, name)
  const { data } = await api(uploadFile, { query: { purpose }, form })
  return data
}

/** The server's message about the file, otherwise the reason why it could not be sent. */
export const uploadFailure = (failure: unknown): string =>
  (failure instanceof ApiFailure && failure.errorOf('file')) ||
  failureMessage(failure, 'Não foi possível enviar o arquivo.')
