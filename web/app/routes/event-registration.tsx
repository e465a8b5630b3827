import { PageHeader } from '../ui/page-header.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Inscrição')

export default function EventRegistration() {
  return <PageHeader title="Inscrição" />
}
