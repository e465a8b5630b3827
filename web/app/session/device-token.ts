import { sharedStorage } from '#web/storage/browser-storage.ts'

/** Says that a log-in succeeded here before: others' wrong passwords do not delay it. It grants no access. */
const KEY = 'device'

export const getDeviceToken = (): string | undefined => sharedStorage.getItem(KEY) ?? undefined

export function saveDeviceToken(token: string | undefined): void {
  if (token) sharedStorage.setItem(KEY, token)
}
