import { PageHeader } from '../ui/page-header'
import { pageTitle } from '../ui/page-title'

export const meta = pageTitle('Listagem de Realizadores')

export default function Producers() {
  return <PageHeader title="Listagem de Realizadores" />
}
