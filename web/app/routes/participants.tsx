import { ComingPage } from '../ui/coming-page.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Participantes')

export default function Participants() {
  return (
    <ComingPage title="Participantes">
      Em breve você vai buscar e atender aqui qualquer participante da plataforma.
    </ComingPage>
  )
}
