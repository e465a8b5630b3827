import { ComingPage } from '../ui/coming-page.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Participantes')

export default function EventParticipants() {
  return (
    <ComingPage title="Participantes">
      Em breve você vai ver, filtrar e exportar aqui os participantes deste evento.
    </ComingPage>
  )
}
