import { PageHeader } from '../ui/page-header'
import { pageTitle } from '../ui/page-title'

export const meta = pageTitle('Permissões')

export default function ProducerPermissions() {
  return <PageHeader title="Permissões" />
}
