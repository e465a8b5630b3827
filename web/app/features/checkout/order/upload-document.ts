import { uploadAnswerFile } from '#contract/checkout/checkout.ts'
import { api } from '#web/api/api.ts'
import type { AnswerFile } from '../wizard/draft.ts'

/** Sends a file that the order will name by its path. */
export async function uploadDocument(picked: File): Promise<AnswerFile> {
  const form = new FormData()
  form.append('file', picked)
  const { data } = await api(uploadAnswerFile, { form })
  return { path: data.path, name: picked.name }
}
