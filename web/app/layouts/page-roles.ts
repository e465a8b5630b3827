import { chooseRole } from '#contract/account/choose-role.ts'
import type { Role } from '#contract/roles.ts'
import type { Session } from '#web/session/session.ts'

/** The roles that the pages below a path are for. Unlisted pages are for all signed-in users. */
interface Area {
  path: RegExp
  roles: readonly Role[]
}
const AREAS: readonly Area[] = [
  { path: /^\/admin\/(eventos|events)(\/|$)/i, roles: ['Admin', 'Empresa'] },
  { path: /^\/(admin|empresas|organizadores|participantes)(\/|$)/i, roles: ['Admin'] },
  { path: /^\/(empresa|pessoas|cidades)(\/|$)/i, roles: ['Empresa', 'Admin'] },
  { path: /^\/(organizador|realizador|event)\//i, roles: ['Organizador', 'Admin', 'Empresa'] },
]

const areaOf = (pathname: string) => AREAS.find(({ path }) => path.test(pathname))

/** Whether a page is made for none of these roles. The server refuses its data too. */
export function isOfAnotherRole(pathname: string, roles: readonly string[]): boolean {
  const area = areaOf(pathname)
  return area !== undefined && !area.roles.some((role) => roles.includes(role))
}

/** The runner's pages. Every role may open them, but users who are also runners see them in that role. */
const RUNNERS: Area = { path: /^\/participante\//i, roles: ['Participante'] }

/** The role to switch to for a page: one that the user holds but is not using. Null: no switch. */
export function roleOfPage(
  pathname: string,
  { roles, heldRoles }: Pick<Session, 'roles' | 'heldRoles'>,
): Role | null {
  const area = RUNNERS.path.test(pathname) ? RUNNERS : areaOf(pathname)
  const current = chooseRole(roles)
  if (!area || !current || area.roles.includes(current)) return null
  return chooseRole(heldRoles.filter((held) => area.roles.some((role) => role === held)))
}
