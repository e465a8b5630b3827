import { PageHeader } from '../ui/page-header'
import { pageTitle } from '../ui/page-title'

export const meta = pageTitle('Configuração de Taxas')

export default function Fees() {
  return <PageHeader title="Configuração de Taxas" />
}
