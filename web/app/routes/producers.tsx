import { PageHeader } from '../ui/page-header.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Listagem de Realizadores')

export default function Producers() {
  return <PageHeader title="Listagem de Realizadores" />
}
