import type { z } from 'zod'
import { ROLE_HEADER, ROLES } from '#contract/account/choose-role.ts'
import { loginWithSecondFactor } from '#contract/account/second-factor.ts'
import { type LoginInput, login } from '#contract/account/session.ts'
import { ApiFailure, api } from '#web/api/api.ts'
import { getDeviceToken, saveDeviceToken } from '#web/session/device-token.ts'
import { ROLE_KEY, type StoredSession, saveSession } from '#web/session/session.ts'
import { sharedStorage } from '#web/storage/browser-storage.ts'

export type Credentials = z.input<typeof LoginInput>

/** Opens a session and stores it. Returns a challenge instead when a second factor is required. */
export async function logIn(body: Credentials): Promise<{ challenge: string } | null> {
  try {
    storeSession(
      (await api(login, { body: { ...body, device_token: getDeviceToken() }, headers: chosenRole() })).data,
    )
    return null
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || !failure.challenge) throw failure
    return { challenge: failure.challenge }
  }
}

/** The second step of a log-in, with a code of the authenticator app or a recovery code. */
export async function logInWithCode(challenge: string, code: string): Promise<void> {
  const body = { challenge, code, device_token: getDeviceToken() }
  storeSession((await api(loginWithSecondFactor, { body, headers: chosenRole() })).data)
}

/** The role that this device used last. The server opens the session in this role. */
function chosenRole(): Record<string, string> {
  const role = ROLES.find((one) => one === sharedStorage.getItem(ROLE_KEY))
  return role ? { [ROLE_HEADER]: role } : {}
}

/** Stores a session. A response without token, user or roles counts as a failure. */
function storeSession(data: Partial<StoredSession> & { device_token?: string }): void {
  const { token, user, roles, permissions = [], device_token } = data ?? {}
  if (!token || !user || !roles) throw new ApiFailure(200, '')
  saveDeviceToken(device_token)
  saveSession({ token, user, roles, permissions })
}

/** The message for a failure, in the specification's order of precedence (§8). */
export function loginProblem(failure: ApiFailure): string {
  return (
    failure.message || failure.errorOf('email') || failure.errorOf('password') || 'Erro ao tentar autenticar.'
  )
}
