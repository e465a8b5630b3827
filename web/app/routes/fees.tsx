import { PageHeader } from '../ui/page-header.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Configuração de Taxas')

export default function Fees() {
  return <PageHeader title="Configuração de Taxas" />
}
