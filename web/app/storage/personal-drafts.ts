import type { TextStorage } from './browser-storage.ts'

/* Form drafts with personal data stay in the tab's storage until they are sent, for 12 hours at most, or
   until signing out. This file imports neither forms nor zod, because every page runs it. */

export const REGISTRATION_DRAFT = 'registration-draft:'
export const ACCOUNT_DRAFT = 'account-registration'

const MAX_AGE_MS = 12 * 60 * 60 * 1000

/** Whether a draft saved at `savedAt` (ms since the epoch) can still be used. */
export const isFresh = (savedAt: unknown, now: number): boolean =>
  typeof savedAt === 'number' && savedAt <= now && now - savedAt < MAX_AGE_MS

/** Deletes all drafts when the user signs out; they may also contain other people's data. */
export function forgetDrafts(storage: Omit<TextStorage, 'setItem'>): void {
  for (const key of keysOf(storage)) storage.removeItem(key)
}

/** Deletes expired drafts, even if their form is never opened again. */
export function forgetOldDrafts(storage: Omit<TextStorage, 'setItem'>, now: number): void {
  for (const key of keysOf(storage))
    if (!isFresh(savedAtOf(storage.getItem(key)), now)) storage.removeItem(key)
}

const keysOf = (storage: Omit<TextStorage, 'setItem'>): string[] =>
  storage.keys().filter((key) => key.startsWith(REGISTRATION_DRAFT) || key === ACCOUNT_DRAFT)

function savedAtOf(text: string | null): unknown {
  try {
    return (JSON.parse(text ?? 'null') as { savedAt?: unknown } | null)?.savedAt
  } catch {
    return null
  }
}
