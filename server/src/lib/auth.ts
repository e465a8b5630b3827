import { chooseRole, ROLE_HEADER, ROLES } from '#contract/choose-role.ts'
import type { Permission, Role } from '#contract/roles.ts'
import type { Access, Route } from '#contract/route.ts'
import { AppError } from './errors.ts'

/** The signed-in account of a request with its roles; for organizers and realizadores also their permissions. */
export interface Caller {
  userId: number
  sessionId: number
  /** Those the request is made in (`actIn`): one, and Participante where the account is also a runner's. */
  roles: readonly Role[]
  /** All that the account holds. */
  heldRoles: readonly Role[]
  organizer: {
    id: number
    /** 0 organizer, 1 realizador. */
    type: number
    /** The organizer a realizador works for. */
    parentId: number | null
    enterpriseId: number
  } | null
  permissions: ReadonlySet<Permission>
  /** The enterprise of a user of Empresa; null: the one that runs the platform. */
  enterpriseId: number | null
  /** Must turn on the second factor before any other route is allowed. */
  mustEnrol: boolean
  /** The administrator who sees with this session what the account sees; null: its own person. */
  viewerId: number | null
}

/**
 * The caller in one role: of somebody with several, the preferred one if the route is open to it, else the first it is open to. What the
 * other roles may is left out, so that no policy adds up the rights of two.
 */
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

/** The enterprise that runs the platform: its users see the events of all. */
export const PLATFORM_ENTERPRISE = 1

export const hasRole = (caller: Caller, ...roles: Role[]): boolean =>
  roles.some((role) => caller.roles.includes(role))

/** Admin and Empresa hold every permission, and so does an organizer; a realizador only what was granted. */
export function may(caller: Caller, permission: Permission): boolean {
  if (hasRole(caller, 'Admin', 'Empresa')) return true
  if (!caller.organizer) return false
  return caller.organizer.type === 0 || caller.permissions.has(permission)
}

/**
 * Throws 401 or 403 unless the route's `access` allows this caller. Whoever sees the product as another person only reads: nothing but
 * ending that is let through that is no GET, and no file leaves, because exports are audited as the person's own.
 */
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

/** `Authorization: Bearer …`, or null. */
export function bearerToken(header: string | undefined): string | null {
  return /^Bearer ([\w-]{20,200})$/.exec(header ?? '')?.[1] ?? null
}

/** The role that the caller named for the request, or null. Throws 400 for what is no role. */
export function preferredRole(headers: Readonly<Record<string, string | string[] | undefined>>): Role | null {
  const given = headers[ROLE_HEADER]
  if (given === undefined) return null
  const role = ROLES.find((one) => one === given)
  if (!role) throw new AppError('malformed', { message: 'O papel do cabeçalho X-Role não existe.' })
  return role
}
