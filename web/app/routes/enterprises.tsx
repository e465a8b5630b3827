import { ComingPage } from '../ui/coming-page.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Empresas')

export default function Enterprises() {
  return (
    <ComingPage title="Empresas">Em breve você vai ver e cuidar aqui das empresas da plataforma.</ComingPage>
  )
}
