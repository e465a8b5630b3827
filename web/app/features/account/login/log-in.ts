import type { z } from 'zod'
import { ROLE_HEADER, ROLES } from '#contract/account/choose-role.ts'
import { loginVerified, loginWithLink } from '#contract/account/login-link.ts'
import { loginWithSecondFactor } from '#contract/account/second-factor.ts'
import { type LoginInput, login } from '#contract/account/session.ts'
import type { Success } from '#contract/route.ts'
import { ApiFailure, api } from '#web/api/api.ts'
import { getDeviceToken, saveDeviceToken } from '#web/session/device-token.ts'
import { ROLE_KEY, type StoredSession, saveSession } from '#web/session/session.ts'
import { sharedStorage } from '#web/storage/browser-storage.ts'
import { forgetSignUpSecret, getSignUpSecret } from '../sign-up-secret.ts'

export type Credentials = z.input<typeof LoginInput>

type FirstStep = Promise<{ challenge: string } | null>

/** Opens a session and stores it. Returns a challenge instead when a second factor is required. */
export const logIn = (body: Credentials): FirstStep =>
  firstStep(api(login, { body: { ...body, device_token: getDeviceToken() }, headers: chosenRole() }))

/** As `logIn`, with the token of a link that was sent by e-mail. */
export const logInWithLink = (token: string): FirstStep =>
  firstStep(api(loginWithLink, { body: { token, device_token: getDeviceToken() }, headers: chosenRole() }))

async function firstStep(answer: Promise<Success<typeof login>>): FirstStep {
  try {
    storeSession((await answer).data)
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

/**
 * With the token of a link that verified the address: logs in if this browser created the account, and returns
 * the account's e-mail.
 */
export async function logInVerified(token: string): Promise<{ email: string; loggedIn: boolean }> {
  const body = { token, sign_up_secret: getSignUpSecret(), device_token: getDeviceToken() }
  const { data } = await api(loginVerified, { body, headers: chosenRole() })
  if (!data.session) return { email: data.email, loggedIn: false }
  forgetSignUpSecret()
  storeSession(data.session)
  return { email: data.email, loggedIn: true }
}

/** The role that this device used last. The server opens the session in this role. */
export function chosenRole(): Record<string, string> {
  const role = ROLES.find((one) => one === sharedStorage.getItem(ROLE_KEY))
  return role ? { [ROLE_HEADER]: role } : {}
}

/** Stores a session. A response without token, user or roles counts as a failure. */
export function storeSession(data: Partial<StoredSession> & { device_token?: string }): void {
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
