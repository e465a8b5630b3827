import { Navigate, useLocation } from 'react-router'
import { SuccessScreen, SuccessSkeleton } from '../features/checkout/success-screen.tsx'
import { readSuccessState } from '../features/checkout/success-state.ts'
import { QueryProvider } from '../query-provider.tsx'
import { useSession } from '../session.ts'
import { pageTitle } from '../ui/page-title.ts'
import { useHydrated } from '../ui/use-hydrated.ts'

export const meta = pageTitle('Confirmação da inscrição')

export default function PaymentConfirmation() {
  const hydrated = useHydrated()
  const session = useSession()
  const success = readSuccessState(useLocation().state)
  if (!hydrated) return <SuccessSkeleton />
  if (!success) return <Navigate to="/pagina-inicial" replace />
  return (
    <QueryProvider key={session?.token}>
      <SuccessScreen {...success} />
    </QueryProvider>
  )
}
