import { PageHeader } from '../ui/page-header'
import { pageTitle } from '../ui/page-title'

export const meta = pageTitle('Organizadores')

export default function Organizers() {
  return <PageHeader title="Organizadores" />
}
