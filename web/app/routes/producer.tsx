import { useParams } from 'react-router'
import { NewProducerScreen } from '../features/producer/detail/new-producer-screen.tsx'
import { ProducerScreen } from '../features/producer/detail/producer-screen.tsx'
import { idOf } from '../features/producer/places.ts'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Realizador')

export default function Producer() {
  const { id = 'novo' } = useParams()
  return id === 'novo' ? <NewProducerScreen /> : <ProducerScreen key={id} id={idOf(id)} />
}
