import { startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser'
import type { beginPasskeyLogin, loginWithPasskey } from '#contract/account/passkeys.ts'
import { api } from '#web/api/api.ts'
import { getDeviceToken } from '#web/session/device-token.ts'
import { ceremony } from '../passkeys/ceremony.ts'
import { chosenRole, storeSession } from './log-in.ts'

/** Passkeys that the browser suggests below the field of the e-mail. */
interface Suggestion {
  /** Aborted when none must be suggested any more. */
  until: AbortSignal
  onChosen: () => void
}

/**
 * Opens a session and stores it. Returns false when the owner closed the browser's dialog, or chose none of the
 * suggestions.
 */
export async function logInWithPasskey(suggestion?: Suggestion): Promise<boolean> {
  const credential = await (suggestion ? chosen(suggestion) : asked())
  if (!credential) return false
  const { data } = await api<typeof loginWithPasskey>(
    { method: 'POST', path: '/login/passkey' },
    { body: { credential, device_token: getDeviceToken() }, headers: chosenRole() },
  )
  storeSession(data)
  return true
}

type Credential = Awaited<ReturnType<typeof startAuthentication>>

const OPTIONS = { method: 'POST', path: '/login/passkey/options' } as const

async function asked(): Promise<Credential | null> {
  const { data: optionsJSON } = await api<typeof beginPasskeyLogin>(OPTIONS, { query: {} })
  return ceremony(startAuthentication({ optionsJSON }))
}

async function chosen({ until, onChosen }: Suggestion): Promise<Credential | null> {
  try {
    const { data: optionsJSON } = await api<typeof beginPasskeyLogin>(OPTIONS, {
      query: { suggested: '1' },
      signal: until,
    })
    // Beginning now would end the dialog of the button.
    if (until.aborted) return null
    until.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony(), { once: true })
    const credential = await startAuthentication({ optionsJSON, useBrowserAutofill: true })
    onChosen()
    return credential
  } catch {
    // Nobody has asked for suggestions, and the other ways remain.
    return null
  }
}
