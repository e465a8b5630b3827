import { useParams } from 'react-router'
import { MergeScreen } from '../features/backoffice/accounts/merge-screen.tsx'
import { idOf } from '../features/producer/places.ts'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Unificar contas')

export default function MergeParticipants() {
  const { id } = useParams()
  return <MergeScreen key={id} id={idOf(id) ?? 0} />
}
