import { isFresh } from './personal-drafts.ts'

export type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** A function, because some browsers throw when `sessionStorage` is read. */
const tab = (): TabStorage => sessionStorage

/** The value stored under a key for this tab; null when it is missing, too old or unreadable. */
export function readKept(key: string, storage = tab, now = Date.now()): unknown {
  try {
    const kept = JSON.parse(storage().getItem(key) ?? 'null')
    return isFresh(kept?.savedAt, now) ? kept : null
  } catch {
    return null
  }
}

export function keep(key: string, content: object, storage = tab, now = Date.now()): void {
  try {
    storage().setItem(key, JSON.stringify({ ...content, savedAt: now }))
  } catch {
    // Storage is blocked or full: the content lives as long as the page.
  }
}

export function forgetKept(key: string, storage = tab): void {
  try {
    storage().removeItem(key)
  } catch {
    // Storage is blocked, so nothing was kept.
  }
}
