import { PageHeader } from '../ui/page-header.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Realizador')

export default function Producer() {
  return <PageHeader title="Realizador" />
}
