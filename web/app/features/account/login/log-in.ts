import type { z } from 'zod'
import { type LoginInput, login } from '#contract/account.ts'
import { ApiFailure, api } from '../../../api.ts'
import { getDeviceToken, saveDeviceToken } from '../../../device-token.ts'
import { type Session, saveSession } from '../../../session.ts'

export type Credentials = z.input<typeof LoginInput>

/** Opens a session and keeps it. It counts only when token, user and roles are all there. */
export async function logIn(body: Credentials): Promise<void> {
  const { data } = await api(login, { body: { ...body, device_token: getDeviceToken() } })
  const { token, user, roles, permissions = [] }: Partial<Session> = data ?? {}
  if (!token || !user || !roles) throw new ApiFailure(200, '')
  saveDeviceToken(data.device_token)
  saveSession({ token, user, roles, permissions })
}

/** What the screen says of a failure, in the order of the specification (§8). */
export function loginProblem(failure: ApiFailure): string {
  return (
    failure.message || failure.errorOf('email') || failure.errorOf('password') || 'Erro ao tentar autenticar.'
  )
}
