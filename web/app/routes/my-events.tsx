import { PageHeader } from '../ui/page-header.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Meus Eventos')

export default function MyEvents() {
  return <PageHeader title="Meus Eventos" />
}
