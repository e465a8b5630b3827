import { ROLE_HEADER } from '#contract/account/choose-role.ts'
import type { getMe } from '#contract/account/session.ts'
import type { Role } from '#contract/roles.ts'
import { api } from '#web/api/api.ts'
import { ROLE_KEY, storage, updateSession } from './session.ts'

/** This device remembers the role. Throws `ApiFailure` without changing anything. */
export async function switchRole(role: Role, signal?: AbortSignal): Promise<void> {
  const { data } = await api<typeof getMe>(
    { method: 'GET', path: '/me' },
    { headers: { [ROLE_HEADER]: role }, signal },
  )
  storage().setItem(ROLE_KEY, role)
  updateSession({ user: data.user, roles: data.roles, permissions: data.permissions })
}
