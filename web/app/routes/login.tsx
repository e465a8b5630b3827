import { Navigate } from 'react-router'
import { useReturnPlace } from '../return-place.ts'
import { useSession } from '../session.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Entrar')

export default function Login() {
  const session = useSession()
  const place = useReturnPlace()
  if (session) return <Navigate to={place?.to ?? '/pagina-inicial'} state={place?.state} replace />
  return <PageHeader title="Entrar" />
}
