import { PeopleScreen } from '../features/backoffice/company/people-screen.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Pessoas')

export default function People() {
  return <PeopleScreen />
}
