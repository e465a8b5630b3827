import type { Permission } from '#contract/roles.ts'
import { useSession } from './session.ts'

/** Whether to show a control that needs a permission. The server checks the permission on every call. */
export const useMay = (permission: Permission): boolean =>
  useSession()?.permissions.includes(permission) ?? false
