import type { Role } from '#contract/roles.ts'

/** Which roles the pages below a path are made for. Pages that are not listed are for everybody who is signed in. */
const AREAS: readonly (readonly [path: RegExp, roles: readonly Role[]])[] = [
  [/^\/admin\/(eventos|events)(\/|$)/i, ['Admin', 'Empresa']],
  [/^\/(admin|empresas|organizadores|participantes)(\/|$)/i, ['Admin']],
  [/^\/(empresa|pessoas|cidades)(\/|$)/i, ['Empresa', 'Admin']],
  [/^\/(organizador|realizador|event)\//i, ['Organizador', 'Admin', 'Empresa']],
]

/** Whether a page is made for none of these roles. The server refuses its data as well. */
export function isOfAnotherRole(pathname: string, roles: readonly string[]): boolean {
  const area = AREAS.find(([path]) => path.test(pathname))
  return area !== undefined && !area[1].some((role) => roles.includes(role))
}
