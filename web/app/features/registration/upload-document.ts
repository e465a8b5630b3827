import { uploadAnswerFile } from '#contract/checkout/checkout.ts'
import { api } from '#web/api/api.ts'

/** Sends a file that an order or answer will name by its path. */
export async function uploadDocument(picked: File): Promise<{ path: string; name: string }> {
  const form = new FormData()
  form.append('file', picked)
  const { data } = await api(uploadAnswerFile, { form })
  return { path: data.path, name: picked.name }
}
