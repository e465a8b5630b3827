import { useParams } from 'react-router'
import { CityScreen } from '../features/backoffice/company/city-screen.tsx'
import { idOf } from '../features/producer/places.ts'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Cidade')

export default function CityPage() {
  const { id } = useParams()
  return <CityScreen key={id} id={idOf(id) ?? 0} />
}
