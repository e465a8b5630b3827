import { Navigate, useSearchParams } from 'react-router'
import { chooseRole } from '#contract/choose-role.ts'
import { roleHome } from '#contract/roles.ts'
import { LOGIN_PATH, ROLE_PARAM } from '../paths.ts'
import { useSession } from '../session.ts'
import { NeedsScript } from '../ui/needs-script.tsx'
import { pageTitle } from '../ui/page-title.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { SwitchRole } from './switch-role.tsx'

export const meta = pageTitle('Página inicial')

/**
 * `/pagina-inicial` and every unknown protected path redirect to the home of the person's role; with `?papel=` they go on in another one
 * that they hold.
 */
export default function RoleHome() {
  const session = useSession()
  const [search] = useSearchParams()
  if (!useHydrated()) return <NeedsScript />
  if (!session) return <Navigate to={LOGIN_PATH} replace />
  const wanted = search.get(ROLE_PARAM)
  const role = wanted && chooseRole(session.heldRoles, wanted)
  if (role && role === wanted && role !== chooseRole(session.roles)) return <SwitchRole role={role} />
  return <Navigate to={roleHome(session.roles)} replace />
}
