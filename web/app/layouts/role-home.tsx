import { Navigate } from 'react-router'
import { roleHome } from '#contract/roles.ts'
import { LOGIN_PATH } from '../paths.ts'
import { useSession } from '../session.ts'
import { useHydrated } from '../ui/use-hydrated.ts'

/** `/pagina-inicial` and every unknown protected path redirect to the home of the person's role. */
export default function RoleHome() {
  const session = useSession()
  if (!useHydrated()) return null
  return <Navigate to={session ? roleHome(session.roles) : LOGIN_PATH} replace />
}
