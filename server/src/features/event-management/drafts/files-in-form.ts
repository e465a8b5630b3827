import { PUBLIC_FOLDERS } from '#server/lib/files.ts'

/** A storage path, as the form holds it for a picture, or its address, as for a regulation. */
const STORED = new RegExp(`^(?:/storage/)?((?:${PUBLIC_FOLDERS.join('|')})/[\\w.-]+)$`)

/** The paths of stored files among the texts of a form. */
export function filesInForm(form: unknown): string[] {
  if (typeof form === 'string') return STORED.exec(form)?.slice(1) ?? []
  if (typeof form !== 'object' || form === null) return []
  return [...new Set(Object.values(form).flatMap(filesInForm))]
}
