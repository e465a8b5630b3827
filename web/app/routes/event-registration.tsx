import { PageHeader } from '../ui/page-header'
import { pageTitle } from '../ui/page-title'

export const meta = pageTitle('Inscrição')

export default function EventRegistration() {
  return <PageHeader title="Inscrição" />
}
