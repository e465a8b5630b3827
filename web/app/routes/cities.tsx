import { CitiesScreen } from '../features/backoffice/company/cities-screen.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Cidades')

export default function Cities() {
  return <CitiesScreen />
}
