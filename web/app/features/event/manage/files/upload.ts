import { type UPLOAD_PURPOSES, uploadFile } from '#contract/organizer-event.ts'
import { api } from '../../../../api.ts'

type UploadPurpose = (typeof UPLOAD_PURPOSES)[number]

const MAX_BYTES = 10 * 1024 * 1024

/** What is wrong with a file before it is sent; the server judges its content. */
export function fileProblem(file: File, takesPdf: boolean): string | null {
  const isRight = file.type.startsWith('image/') || (takesPdf && file.type === 'application/pdf')
  if (!isRight) return takesPdf ? 'Escolha uma imagem ou um PDF' : 'Escolha uma imagem'
  return file.size > MAX_BYTES ? 'O arquivo pode ter no máximo 10 MB' : null
}

/** Stores a file and answers its path. It belongs to nobody until an event that names it is saved. */
export async function upload(file: Blob, name: string, purpose: UploadPurpose): Promise<string> {
  const form = new FormData()
  form.set('file', file, name)
  const { data } = await api(uploadFile, { query: { purpose }, form })
  return data.path
}
