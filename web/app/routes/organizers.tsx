import { PageHeader } from '../ui/page-header.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Organizadores')

export default function Organizers() {
  return <PageHeader title="Organizadores" />
}
