import { chooseRole, ROLE_HEADER, ROLES } from '#contract/account/choose-role.ts'
import { ORGANIZER_TYPE } from '#contract/organizer/organizer-type.ts'
import type { Permission, Role } from '#contract/roles.ts'
import type { Access, Route } from '#contract/route.ts'
import { AppError } from './errors.ts'

/**
 * The signed-in account of a request with its roles; for organizers and realizadores also their permissions.
 */
export interface Caller {
  userId: number
  sessionId: number
  /** At most one role (`actIn`), plus Participante when the account holds it. */
  roles: readonly Role[]
  heldRoles: readonly Role[]
  organizer: {
    id: number
    /** 0 organizer, 1 realizador. */
    type: number
    /** The organizer for whom a realizador works. */
    parentId: number | null
    enterpriseId: number
  } | null
  permissions: ReadonlySet<Permission>
  /** Null for all but Empresa users, and for users of the platform's own enterprise. */
  enterpriseId: number | null
  /** The account must enable the second factor before it may use any other route. */
  mustEnrol: boolean
  /** The administrator who views the product as this account (read-only session); otherwise null. */
  viewerId: number | null
}

/** Narrows the roles to one, preferably `preferred`, so that no policy combines the rights of two roles. */
export function actIn(caller: Caller, access: Access, preferred: string | null): Caller {
  const open = typeof access === 'object' ? access.roles : caller.heldRoles
  const role = chooseRole(
    caller.heldRoles.filter((held) => open.includes(held)),
    preferred,
  )
  const isOrganizer = role === 'Organizador'
  return {
    ...caller,
    roles: caller.heldRoles.filter((held) => held === role || held === 'Participante'),
    organizer: isOrganizer ? caller.organizer : null,
    permissions: isOrganizer ? caller.permissions : new Set(),
    enterpriseId: role === 'Empresa' ? caller.enterpriseId : null,
  }
}

/** The enterprise that runs the platform: its users see the events of all enterprises. */
export const PLATFORM_ENTERPRISE = 1

export const hasRole = (caller: Caller, ...roles: Role[]): boolean =>
  roles.some((role) => caller.roles.includes(role))

/** Admin, Empresa and organizers hold every permission; a realizador holds only the granted ones. */
export function may(caller: Caller, permission: Permission): boolean {
  if (hasRole(caller, 'Admin', 'Empresa')) return true
  if (!caller.organizer) return false
  return caller.organizer.type === ORGANIZER_TYPE.organizer || caller.permissions.has(permission)
}

/** Throws 401 or 403. A viewing administrator reads only, without downloads, which are audited. */
export function requireAccess(
  {
    access,
    beforeSecondFactor,
    ...route
  }: Pick<Route, 'access' | 'beforeSecondFactor' | 'whileViewing' | 'method' | 'sends'>,
  caller: Caller | null,
): void {
  const isRead = route.method === 'GET' && route.sends.length === 0
  if (caller && caller.viewerId !== null && !isRead && !route.whileViewing) throw new AppError('view_only')
  if (access === 'public') return
  if (!caller) throw new AppError('unauthenticated')
  if (caller.mustEnrol && !beforeSecondFactor) throw new AppError('second_factor_required')
  if (access === 'user') return
  if (!hasRole(caller, ...access.roles)) throw new AppError('forbidden')
  if (access.permission && !may(caller, access.permission)) throw new AppError('forbidden')
}

export function bearerToken(header: string | undefined): string | null {
  return /^Bearer ([\w-]{20,200})$/.exec(header ?? '')?.[1] ?? null
}

/** Throws 400 for an unknown role. */
export function preferredRole(headers: Readonly<Record<string, string | string[] | undefined>>): Role | null {
  const given = headers[ROLE_HEADER]
  if (given === undefined) return null
  const role = ROLES.find((one) => one === given)
  if (!role) throw new AppError('malformed', { message: 'O papel do cabeçalho X-Role não existe.' })
  return role
}
