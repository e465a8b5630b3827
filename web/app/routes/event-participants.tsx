import { PageHeader } from '../ui/page-header.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Participantes')

export default function EventParticipants() {
  return <PageHeader title="Participantes" />
}
