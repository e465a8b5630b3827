import { uploadAnswerFile } from '#contract/checkout/checkout.ts'
import { api } from '#web/api/api.ts'

/** An uploaded file. An order or answer names it by its path. */
export interface SentFile {
  path: string
  name: string
}

export async function uploadDocument(picked: File): Promise<SentFile> {
  const form = new FormData()
  form.append('file', picked)
  const { data } = await api(uploadAnswerFile, { form })
  return { path: data.path, name: picked.name }
}
