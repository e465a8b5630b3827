import { useParams } from 'react-router'
import { RegistrationEditScreen } from '../features/participants/edit/registration-edit-screen.tsx'
import { idOf } from '../features/producer/places.ts'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Editar Inscrição')

export default function RegistrationEdit() {
  const { id } = useParams()
  return <RegistrationEditScreen id={idOf(id)} />
}
