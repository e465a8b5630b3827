import type { EventDocument } from './document.ts'
import { inWords, type Said } from './words.ts'

type Words = Record<string, string>

interface Version {
  document: EventDocument
  city: string | null
}

/** What a save changed, in words and only where they differ. Things are called what they were called before. */
export function historyOf(stored: Version, wanted: Version): { before: Words; after: Words } {
  const old = inWords(stored.document, stored.city)
  const now = inWords(wanted.document, wanted.city)
  const before: Words = {}
  const after: Words = {}
  for (const key of new Set([...old.keys(), ...now.keys()])) {
    const was = old.get(key)
    const is = now.get(key)
    if (textOf(was) === textOf(is)) continue
    const label = freeLabel(was?.label ?? is?.label ?? key, key, before, after)
    if (was?.value != null) before[label] = was.value
    if (is?.value != null) after[label] = is.value
  }
  return { before, after }
}

const textOf = (said: Said | undefined) => said?.value ?? null

/** Two kits of one name are two kits. */
const freeLabel = (label: string, key: string, ...used: Words[]) =>
  used.some((words) => label in words) ? `${label} (${key.split('.')[1]})` : label
