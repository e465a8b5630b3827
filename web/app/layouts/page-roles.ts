import { chooseRole } from '#contract/choose-role.ts'
import type { Role } from '#contract/roles.ts'
import type { Session } from '../session.ts'

/** Which roles the pages below a path are made for. Pages that are not listed are for everybody who is signed in. */
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

/** Whether a page is made for none of these roles. The server refuses its data as well. */
export function isOfAnotherRole(pathname: string, roles: readonly string[]): boolean {
  const area = areaOf(pathname)
  return area !== undefined && !area.roles.some((role) => roles.includes(role))
}

/** A runner's pages: nobody is refused them, but whoever is a runner too sees them as one. */
const RUNNERS: Area = { path: /^\/participante\//i, roles: ['Participante'] }

/** The role in which a page is to be seen by somebody who holds it and uses the product in another one; null: stay. */
export function roleOfPage(
  pathname: string,
  { roles, heldRoles }: Pick<Session, 'roles' | 'heldRoles'>,
): Role | null {
  const area = RUNNERS.path.test(pathname) ? RUNNERS : areaOf(pathname)
  const current = chooseRole(roles)
  if (!area || !current || area.roles.includes(current)) return null
  return chooseRole(heldRoles.filter((held) => area.roles.some((role) => role === held)))
}
