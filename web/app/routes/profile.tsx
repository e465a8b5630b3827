import { PageHeader } from '../ui/page-header'
import { pageTitle } from '../ui/page-title'

export const meta = pageTitle('Meu Perfil')

export default function Profile() {
  return <PageHeader title="Meu Perfil" />
}
