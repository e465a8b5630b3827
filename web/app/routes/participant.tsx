import { useParams } from 'react-router'
import { AccountScreen } from '../features/backoffice/accounts/account-screen.tsx'
import { idOf } from '../features/producer/places.ts'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Participante')

export default function ParticipantPage() {
  const { id } = useParams()
  return <AccountScreen key={id} id={idOf(id) ?? 0} />
}
