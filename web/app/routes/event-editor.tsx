import { PageHeader } from '../ui/page-header'
import { pageTitle } from '../ui/page-title'

export const meta = pageTitle('Evento')

export default function EventEditor() {
  return <PageHeader title="Evento" />
}
