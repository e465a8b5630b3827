import { PageHeader } from '../ui/page-header'
import { pageTitle } from '../ui/page-title'

export const meta = pageTitle('Realizador')

export default function Producer() {
  return <PageHeader title="Realizador" />
}
