import { sharedStorage } from '#web/storage/browser-storage.ts'

/**
 * Identifies a device on which a log-in succeeded, so that wrong passwords typed elsewhere do not delay its
 * owner. It grants no access.
 */
const KEY = 'device'

export const getDeviceToken = (): string | undefined => sharedStorage.getItem(KEY) ?? undefined

export function saveDeviceToken(token: string | undefined): void {
  if (token) sharedStorage.setItem(KEY, token)
}
