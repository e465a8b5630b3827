import { sharedStorage } from '#web/storage/browser-storage.ts'

/** Shared by all tabs, because the link in the e-mail opens a new one. The server stores its hash. */
const KEY = 'sign-up'

/** A secret that later proves to the server that this browser created the account. */
export function newSignUpSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const secret = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
  sharedStorage.setItem(KEY, secret)
  return secret
}

export const getSignUpSecret = (): string | null => sharedStorage.getItem(KEY)

export const forgetSignUpSecret = (): void => sharedStorage.removeItem(KEY)
