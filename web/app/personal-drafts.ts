import type { TextStorage } from './browser-storage.ts'

/*
 * Form drafts with personal data wait in the tab's storage until they are sent: for some hours, until the person signs out,
 * or until the tab is closed. This file imports neither forms nor zod, because every page runs it.
 */

/** The prefix of the keys of the wizard's drafts. */
export const REGISTRATION_DRAFT = 'registration-draft:'
export const ACCOUNT_DRAFT = 'account-registration'

const MAX_AGE_MS = 12 * 60 * 60 * 1000

/** Whether a draft saved at this time may still be used. */
export const isFresh = (savedAt: unknown, now: number): boolean =>
  typeof savedAt === 'number' && savedAt <= now && now - savedAt < MAX_AGE_MS

/** Deletes all drafts when somebody signs out, because they may hold other people's data too. */
export function forgetDrafts(storage: Omit<TextStorage, 'setItem'>): void {
  for (const key of keysOf(storage)) storage.removeItem(key)
}

/** Deletes the drafts that are too old, whether or not their form is opened again. */
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
