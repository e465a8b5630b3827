import type { z } from 'zod'
import { ROLE_HEADER, ROLES } from '#contract/choose-role.ts'
import { loginWithSecondFactor } from '#contract/second-factor.ts'
import { type LoginInput, login } from '#contract/session.ts'
import { ApiFailure, api } from '../../../api.ts'
import { sharedStorage } from '../../../browser-storage.ts'
import { getDeviceToken, saveDeviceToken } from '../../../device-token.ts'
import { ROLE_KEY, type StoredSession, saveSession } from '../../../session.ts'

export type Credentials = z.input<typeof LoginInput>

/** Opens a session and stores it; returns a challenge instead when a second factor is required. */
export async function logIn(body: Credentials): Promise<{ challenge: string } | null> {
  try {
    keep(
      (await api(login, { body: { ...body, device_token: getDeviceToken() }, headers: chosenRole() })).data,
    )
    return null
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || !failure.challenge) throw failure
    return { challenge: failure.challenge }
  }
}

/** The second step: a code of the app, or a recovery code. */
export async function logInWithCode(challenge: string, code: string): Promise<void> {
  const body = { challenge, code, device_token: getDeviceToken() }
  keep((await api(loginWithSecondFactor, { body, headers: chosenRole() })).data)
}

/** The role in which this device was used last, which the answer is about. */
function chosenRole(): Record<string, string> {
  const role = ROLES.find((one) => one === sharedStorage.getItem(ROLE_KEY))
  return role ? { [ROLE_HEADER]: role } : {}
}

/** An answer without token, user and roles is a failure. */
function keep(data: Partial<StoredSession> & { device_token?: string }): void {
  const { token, user, roles, permissions = [], device_token } = data ?? {}
  if (!token || !user || !roles) throw new ApiFailure(200, '')
  saveDeviceToken(device_token)
  saveSession({ token, user, roles, permissions })
}

/** The message for a failure, by the specification's order of precedence (§8). */
export function loginProblem(failure: ApiFailure): string {
  return (
    failure.message || failure.errorOf('email') || failure.errorOf('password') || 'Erro ao tentar autenticar.'
  )
}
