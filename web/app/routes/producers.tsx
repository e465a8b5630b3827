import { ProducersScreen } from '../features/producer/list/producers-screen.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Listagem de Realizadores')

export default function Producers() {
  return <ProducersScreen />
}
