import type { Permission } from '#contract/roles.ts'
import { useSession } from './session.ts'

/** Whether to offer something at all. The server decides again on every call. */
export const useMay = (permission: Permission): boolean =>
  useSession()?.permissions.includes(permission) ?? false
