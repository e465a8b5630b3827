import { PageHeader } from '../ui/page-header.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Empresas')

export default function Enterprises() {
  return <PageHeader title="Empresas" />
}
