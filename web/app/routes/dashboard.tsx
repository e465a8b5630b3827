import { ListToolbar } from '../ui/list-toolbar'
import { PageHeader } from '../ui/page-header'
import { pageTitle } from '../ui/page-title'

export const meta = pageTitle('Página Inicial')

/** Empty for now, as specified: a title and a toolbar without a new button. */
export default function Dashboard() {
  return (
    <>
      <PageHeader title="Página Inicial" />
      <ListToolbar />
    </>
  )
}
