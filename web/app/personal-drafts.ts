/*
 * What people type of themselves and of others waits in the tab's storage until it is sent: for some hours, until they sign out, or
 * until they close the tab. Apart from the forms, and without zod: every page sees to it.
 */

/** What the keys of the wizard's drafts begin with. */
export const REGISTRATION_DRAFT = 'registration-draft:'
export const ACCOUNT_DRAFT = 'account-registration'

const MAX_AGE_MS = 12 * 60 * 60 * 1000

type Storage = Pick<globalThis.Storage, 'getItem' | 'removeItem' | 'key' | 'length'>

/** Whether what was saved then is still good. */
export const isFresh = (savedAt: unknown, now: number): boolean =>
  typeof savedAt === 'number' && savedAt <= now && now - savedAt < MAX_AGE_MS

/** Other people's data may have been typed into them: those who sign out take theirs along. */
export function forgetDrafts(storage: Storage): void {
  for (const key of keysOf(storage)) storage.removeItem(key)
}

/** Nobody has to open a form again for what was typed into it to be forgotten. */
export function forgetOldDrafts(storage: Storage, now: number): void {
  for (const key of keysOf(storage))
    if (!isFresh(savedAtOf(storage.getItem(key)), now)) storage.removeItem(key)
}

const keysOf = (storage: Storage): string[] =>
  Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '').filter(
    (key) => key.startsWith(REGISTRATION_DRAFT) || key === ACCOUNT_DRAFT,
  )

function savedAtOf(text: string | null): unknown {
  try {
    return (JSON.parse(text ?? 'null') as { savedAt?: unknown } | null)?.savedAt
  } catch {
    return null
  }
}
