import { ComingPage } from '../ui/coming-page.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Pessoas')

export default function People() {
  return (
    <ComingPage title="Pessoas">Em breve você vai ver aqui as pessoas dos eventos da empresa.</ComingPage>
  )
}
