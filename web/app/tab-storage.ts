import { type TextStorage, tabStorage } from './browser-storage.ts'
import { isFresh } from './personal-drafts.ts'

/** The value stored under a key for this tab; null when it is missing, too old or unreadable. */
export function readKept(key: string, storage: TextStorage = tabStorage, now = Date.now()): unknown {
  try {
    const kept = JSON.parse(storage.getItem(key) ?? 'null')
    return isFresh(kept?.savedAt, now) ? kept : null
  } catch {
    return null
  }
}

export const keep = (
  key: string,
  content: object,
  storage: TextStorage = tabStorage,
  now = Date.now(),
): void => storage.setItem(key, JSON.stringify({ ...content, savedAt: now }))

export const forgetKept = (key: string, storage: TextStorage = tabStorage): void => storage.removeItem(key)
