import { isFresh } from './personal-drafts.ts'

export type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** A function, because some browsers forbid even to name it. */
const tab = (): TabStorage => sessionStorage

/** What is kept under a key for the tab's life; null when there is nothing, or it is too old or cannot be read. */
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
    // Forbidden or full: the content lives as long as the page.
  }
}

export function forgetKept(key: string, storage = tab): void {
  try {
    storage().removeItem(key)
  } catch {
    // Forbidden: nothing was kept.
  }
}
