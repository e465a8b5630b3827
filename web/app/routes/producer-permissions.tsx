import { useParams } from 'react-router'
import { PermissionsScreen } from '../features/producer/permissions/permissions-screen.tsx'
import { idOf } from '../features/producer/places.ts'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Permissões')

export default function ProducerPermissions() {
  const { id } = useParams()
  return <PermissionsScreen id={idOf(id)} />
}
