import { SecurityScreen } from '../features/account/security/security-screen.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Segurança da conta')

export default function Security() {
  return <SecurityScreen />
}
