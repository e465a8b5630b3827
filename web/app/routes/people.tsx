import { PageHeader } from '../ui/page-header'
import { pageTitle } from '../ui/page-title'

export const meta = pageTitle('Pessoas')

export default function People() {
  return <PageHeader title="Pessoas" />
}
