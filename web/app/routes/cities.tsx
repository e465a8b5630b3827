import { ComingPage } from '../ui/coming-page.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Cidades')

export default function Cities() {
  return (
    <ComingPage title="Cidades">
      Em breve você vai ver aqui as cidades, seus eventos e suas inscrições.
    </ComingPage>
  )
}
