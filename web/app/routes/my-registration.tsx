import { useParams } from 'react-router'
import { MyRegistrationScreen } from '../features/registration/my-registration-screen.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Inscrição')

export default function MyRegistration() {
  const { id } = useParams()
  return <MyRegistrationScreen id={Number(id)} />
}
