import { PageHeader } from '../ui/page-header'
import { pageTitle } from '../ui/page-title'

export const meta = pageTitle('Participantes')

export default function EventParticipants() {
  return <PageHeader title="Participantes" />
}
