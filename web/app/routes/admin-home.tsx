import { AdminHomeScreen } from '../features/backoffice/home/admin-home-screen.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Página Inicial')

export default function AdminHome() {
  return <AdminHomeScreen />
}
