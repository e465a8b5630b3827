import { IconBuildingSkyscraper } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Enterprise } from '#contract/backoffice/enterprises.ts'
import { formatCnpj } from '#contract/documents.ts'
import { countWords } from '#contract/words.ts'
import { SearchableList } from '#web/lists/searchable-list.tsx'
import { useListSearch } from '#web/lists/use-list-search.ts'
import { ENTERPRISE_PATH, pathTo } from '#web/paths.ts'
import { Unbroken } from '#web/ui/cells.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { RecordLink } from '#web/ui/row-link.tsx'
import { usePage } from '#web/ui/use-page.ts'
import { enterprisesQuery } from '../queries.ts'

const COLUMNS: readonly Column<Enterprise>[] = [
  {
    key: 'name',
    header: 'Empresa',
    title: true,
    compact: 'first',
    cell: ({ id, name }) => <RecordLink to={pathTo(ENTERPRISE_PATH, id)}>{name}</RecordLink>,
  },
  {
    key: 'cnpj',
    header: 'CNPJ',
    compact: 'second',
    labelled: true,
    cell: ({ cnpj }) => <Unbroken>{cnpj ? formatCnpj(cnpj) : '—'}</Unbroken>,
  },
  {
    key: 'organizers',
    header: 'Organizadores',
    align: 'end',
    compact: 'first-end',
    labelled: true,
    cell: (row) => countWords(row.organizers),
  },
  {
    key: 'events',
    header: 'Eventos',
    align: 'end',
    compact: 'second-end',
    labelled: true,
    cell: (row) => countWords(row.events),
  },
]

export const meta = pageTitle('Empresas')

export default function EnterprisesScreen() {
  const list = useListSearch()
  const query = useQuery(enterprisesQuery({ search: list.search, page: usePage() }))
  return (
    <SearchableList
      dense
      title="Empresas"
      description="Cada organizador pertence a uma, que define os limites das taxas."
      columns={COLUMNS}
      query={query}
      list={list}
      context={undefined}
      create={{ to: pathTo(ENTERPRISE_PATH, 'novo'), label: 'Nova Empresa' }}
      nothingFound="Nenhuma empresa combina com essa pesquisa."
      icon={IconBuildingSkyscraper}
    />
  )
}
