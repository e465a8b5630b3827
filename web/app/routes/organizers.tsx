import { ComingPage } from '../ui/coming-page.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Organizadores')

export default function Organizers() {
  return (
    <ComingPage title="Organizadores">
      Em breve você vai cadastrar e acompanhar aqui os organizadores da plataforma.
    </ComingPage>
  )
}
