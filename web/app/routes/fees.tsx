import { FeesScreen } from '../features/fees/fees-screen.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Configuração de Taxas')

export default function Fees() {
  return <FeesScreen />
}
