import { useParams } from 'react-router'
import { ParticipantsScreen } from '../features/participants/list/participants-screen.tsx'
import { idOf } from '../features/producer/places.ts'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Participantes')

export default function EventParticipants() {
  const { id } = useParams()
  return <ParticipantsScreen eventId={idOf(id)} />
}
