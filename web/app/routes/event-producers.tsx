import { PageHeader } from '../ui/page-header'
import { pageTitle } from '../ui/page-title'

export const meta = pageTitle('Realizadores')

export default function EventProducers() {
  return <PageHeader title="Realizadores" />
}
