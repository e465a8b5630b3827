import { PageHeader } from '../ui/page-header.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Realizadores')

export default function EventProducers() {
  return <PageHeader title="Realizadores" />
}
