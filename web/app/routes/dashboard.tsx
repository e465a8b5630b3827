import { ListToolbar } from '../ui/list-toolbar.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Página Inicial')

/** Empty for now, as specified: a title and a toolbar without a new button. */
export default function Dashboard() {
  return (
    <>
      <PageHeader title="Página Inicial" description="Escolha no menu o que você quer ver." />
      <ListToolbar />
    </>
  )
}
