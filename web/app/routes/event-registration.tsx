import { RegistrationScreen, WizardSkeleton } from '../features/checkout/registration-screen.tsx'
import { SessionMissing } from '../layouts/session-missing.tsx'
import { QueryProvider } from '../query-provider.tsx'
import { useSession } from '../session.ts'
import { pageTitle } from '../ui/page-title.ts'
import { useHydrated } from '../ui/use-hydrated.ts'

export const meta = pageTitle('Inscrição')

/** Only for those who are signed in; the login brings them back with the event they came with. */
export default function EventRegistration() {
  const hydrated = useHydrated()
  const session = useSession()
  if (!hydrated) return <WizardSkeleton />
  if (!session) return <SessionMissing />
  return (
    <QueryProvider key={session.token}>
      <RegistrationScreen userId={session.user.id} />
    </QueryProvider>
  )
}
