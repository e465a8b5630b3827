import { AccountsScreen } from '../features/backoffice/accounts/accounts-screen.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Participantes')

export default function Participants() {
  return <AccountsScreen />
}
