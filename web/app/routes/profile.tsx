import { PageHeader } from '../ui/page-header.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Meu Perfil')

export default function Profile() {
  return <PageHeader title="Meu Perfil" />
}
