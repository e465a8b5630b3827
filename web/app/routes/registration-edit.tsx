import { ComingPage } from '../ui/coming-page.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Editar Inscrição')

export default function RegistrationEdit() {
  return (
    <ComingPage title="Editar Inscrição">
      Em breve você vai trocar aqui a modalidade, o kit ou o tamanho de uma inscrição.
    </ComingPage>
  )
}
