import { PageHeader } from '../ui/page-header'
import { pageTitle } from '../ui/page-title'

export const meta = pageTitle('Empresas')

export default function Enterprises() {
  return <PageHeader title="Empresas" />
}
