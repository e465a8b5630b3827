import { type TextStorage, tabStorage } from './browser-storage.ts'
import { isFresh } from './personal-drafts.ts'

/** The value stored under a key in this tab; null when it is missing, expired or unreadable. */
export function readItem(key: string, storage: TextStorage = tabStorage, now = Date.now()): unknown {
  try {
    const item = JSON.parse(storage.getItem(key) ?? 'null')
    return isFresh(item?.savedAt, now) ? item : null
  } catch {
    return null
  }
}

export const saveItem = (
  key: string,
  content: object,
  storage: TextStorage = tabStorage,
  now = Date.now(),
): void => storage.setItem(key, JSON.stringify({ ...content, savedAt: now }))

export const removeItem = (key: string, storage: TextStorage = tabStorage): void => storage.removeItem(key)
