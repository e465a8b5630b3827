import { sharedStorage } from './browser-storage.ts'

/**
 * Tells the server that somebody has logged in with this browser before, so that other people's wrong passwords do not delay
 * this login. The token gives no access, and it stays after signing out.
 */
const KEY = 'device'

export const getDeviceToken = (): string | undefined => sharedStorage.getItem(KEY) ?? undefined

export function saveDeviceToken(token: string | undefined): void {
  if (token) sharedStorage.setItem(KEY, token)
}
