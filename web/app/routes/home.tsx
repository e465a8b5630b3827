import { PageHeader } from '../ui/page-header.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Corridas de rua no Brasil')

export default function Home() {
  return <PageHeader title="Corridas" />
}
