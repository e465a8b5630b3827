import { startAuthentication } from '@simplewebauthn/browser'
import type { beginPasskeyLogin, loginWithPasskey } from '#contract/account/passkeys.ts'
import { api } from '#web/api/api.ts'
import { getDeviceToken } from '#web/session/device-token.ts'
import { ceremony } from '../passkeys/ceremony.ts'
import { chosenRole, storeSession } from './log-in.ts'

/** Opens a session and stores it. Returns false when the owner closed the browser's dialog. */
export async function logInWithPasskey(): Promise<boolean> {
  const { data: optionsJSON } = await api<typeof beginPasskeyLogin>({
    method: 'POST',
    path: '/login/passkey/options',
  })
  const credential = await ceremony(startAuthentication({ optionsJSON }))
  if (!credential) return false
  const { data } = await api<typeof loginWithPasskey>(
    { method: 'POST', path: '/login/passkey' },
    { body: { credential, device_token: getDeviceToken() }, headers: chosenRole() },
  )
  storeSession(data)
  return true
}
