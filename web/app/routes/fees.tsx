import { FeesScreen } from '../features/enterprise/fees-screen.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Configuração de Taxas')

export default function Fees() {
  return <FeesScreen />
}
