import { ProfileScreen } from '../features/account/profile/profile-screen.tsx'
import { useSession } from '../session.ts'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Meu Perfil')

export default function Profile() {
  const session = useSession()
  return session && <ProfileScreen session={session} />
}
