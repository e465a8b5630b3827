import { PageHeader } from '../ui/page-header'
import { pageTitle } from '../ui/page-title'

export const meta = pageTitle('Corridas de rua no Brasil')

export default function Home() {
  return <PageHeader title="Corridas" />
}
