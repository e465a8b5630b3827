import { PageHeader } from '../ui/page-header.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Permissões')

export default function ProducerPermissions() {
  return <PageHeader title="Permissões" />
}
