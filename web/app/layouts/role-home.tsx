import { Navigate, useSearchParams } from 'react-router'
import { chooseRole } from '#contract/account/choose-role.ts'
import { roleHome } from '#contract/roles.ts'
import { LOGIN_PATH, ROLE_PARAM } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { NeedsScript } from '#web/ui/needs-script.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { SwitchRole } from './switch-role.tsx'

export const meta = pageTitle('Página inicial')

/** Redirects to the home of the user's role. `?papel=` switches to another role that they hold. */
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
