import type { Permission } from '#contract/roles.ts'
import { useSession } from './session.ts'

/** Serves to show or hide a control. The server checks the permission on every request. */
export const useMay = (permission: Permission): boolean =>
  useSession()?.permissions.includes(permission) ?? false
