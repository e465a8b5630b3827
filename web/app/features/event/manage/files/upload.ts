import { type UPLOAD_PURPOSES, uploadFile } from '#contract/organizer-event.ts'
import { ApiFailure, api, failureMessage } from '../../../../api.ts'

export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number]

const MAX_BYTES = 10 * 1024 * 1024

/** The problem of a file before it is sent, if any; the server checks its content. */
export function fileProblem(file: File, takesPdf: boolean): string | null {
  const isRight = file.type.startsWith('image/') || (takesPdf && file.type === 'application/pdf')
  if (!isRight) return takesPdf ? 'Escolha uma imagem ou um PDF' : 'Escolha uma imagem'
  return sizeProblem(file)
}

export const sizeProblem = ({ size }: File): string | null =>
  size > MAX_BYTES ? 'O arquivo pode ter no máximo 10 MB' : null

/** Stores a file and answers its path, and the drawing of a course. It belongs to nobody until an event that names it is saved. */
export async function upload(file: Blob, name: string, purpose: UploadPurpose) {
  const form = new FormData()
  form.set('file', file, name)
  const { data } = await api(uploadFile, { query: { purpose }, form })
  return data
}

/** What is wrong with the file itself, else why it could not be sent. */
export const uploadFailure = (failure: unknown): string =>
  (failure instanceof ApiFailure && failure.errorOf('file')) ||
  failureMessage(failure, 'Não foi possível enviar o arquivo.')
