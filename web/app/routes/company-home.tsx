import { CompanyHomeScreen } from '../features/backoffice/home/company-home-screen.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Página Inicial')

export default function CompanyHome() {
  return <CompanyHomeScreen />
}
