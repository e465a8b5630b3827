import { PageHeader } from '../ui/page-header.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Cidades')

export default function Cities() {
  return <PageHeader title="Cidades" />
}
