import { MyAccountScreen } from '../features/account/access/my-account-screen.tsx'
import { useSession } from '../session.ts'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Minha conta')

export default function MyAccount() {
  const session = useSession()
  return session && <MyAccountScreen session={session} />
}
