import { IconBuildingSkyscraper } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Enterprise } from '#contract/backoffice/enterprises.ts'
import { formatCnpj } from '#contract/documents.ts'
import { countWords } from '#contract/words.ts'
import { ENTERPRISE_PATH, pathTo } from '../../../paths.ts'
import classes from '../../../ui/cells.module.css'
import type { Column } from '../../../ui/data-table.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { RowLink } from '../../../ui/row-link.tsx'
import { usePage } from '../../../ui/use-page.ts'
import { enterprisesQuery } from '../queries.ts'
import { SearchableList } from '../searchable-list.tsx'
import { useListSearch } from '../use-list-search.ts'

const COLUMNS: readonly Column<Enterprise>[] = [
  {
    key: 'name',
    header: 'Empresa',
    title: true,
    cell: ({ id, name }) => (
      <RowLink to={pathTo(ENTERPRISE_PATH, id)} className={classes.name}>
        {name}
      </RowLink>
    ),
  },
  {
    key: 'cnpj',
    header: 'CNPJ',
    cell: ({ cnpj }) => <span className={`numbers ${classes.nowrap}`}>{cnpj ? formatCnpj(cnpj) : '—'}</span>,
  },
  { key: 'organizers', header: 'Organizadores', align: 'end', cell: (row) => countWords(row.organizers) },
  { key: 'events', header: 'Eventos', align: 'end', cell: (row) => countWords(row.events) },
]

export const meta = pageTitle('Empresas')

export default function EnterprisesScreen() {
  const search = useListSearch()
  const page = usePage()
  const list = useQuery(enterprisesQuery({ search: search.search, page }))
  return (
    <SearchableList
      title="Empresas"
      description="Cada organizador pertence a uma, que define os limites das taxas."
      columns={COLUMNS}
      list={list}
      search={search}
      create={{ to: pathTo(ENTERPRISE_PATH, 'novo'), label: 'Nova Empresa' }}
      nothingFound="Nenhuma empresa combina com essa pesquisa."
      icon={IconBuildingSkyscraper}
    />
  )
}
