import { PageHeader } from '../ui/page-header.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Pessoas')

export default function People() {
  return <PageHeader title="Pessoas" />
}
