import { PageHeader } from '../ui/page-header'
import { pageTitle } from '../ui/page-title'

export const meta = pageTitle('Cidades')

export default function Cities() {
  return <PageHeader title="Cidades" />
}
