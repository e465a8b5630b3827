import { PageHeader } from '../ui/page-header.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Evento')

export default function EventEditor() {
  return <PageHeader title="Evento" />
}
