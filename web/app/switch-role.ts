import { ROLE_HEADER } from '#contract/choose-role.ts'
import type { Role } from '#contract/roles.ts'
import type { getMe } from '#contract/session.ts'
import { api } from './api.ts'
import { ROLE_KEY, storage, updateSession } from './session.ts'

/** Goes on in another role of the person, which this device remembers. Throws `ApiFailure`; nothing has changed then. */
export async function switchRole(role: Role, signal?: AbortSignal): Promise<void> {
  const { data } = await api<typeof getMe>(
    { method: 'GET', path: '/me' },
    { headers: { [ROLE_HEADER]: role }, signal },
  )
  storage().setItem(ROLE_KEY, role)
  updateSession({ user: data.user, roles: data.roles, permissions: data.permissions })
}
