import type { TablerIcon } from '@tabler/icons-react'
import type { Key, ReactNode } from 'react'
import { type AskedQuery, listFailure } from '#web/api/query-failure.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { ListMeta } from '#web/ui/list-footer.tsx'
import { ListToolbar } from '#web/ui/list-toolbar.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { FilterFields } from './filter-field.tsx'
import type { FilterTable } from './filters.ts'
import { NothingFound } from './nothing-found.tsx'
import type { ListSearch } from './use-list-search.ts'

interface SearchableListProps<Row, Context> {
  title: string
  description: string
  columns: readonly Column<Row>[]
  query: AskedQuery & { data: { data: readonly Row[]; meta: ListMeta } | undefined }
  list: ListSearch<FilterTable<Context>>
  /** The data from which the filters' options are built. */
  context: Context
  placeholder?: string
  create?: { to: string; label: string }
  /** Whether the empty list shows `nothingFound`. The default is true while any filter is set. */
  isFiltered?: boolean
  nothingFound: string
  icon: TablerIcon
  nothingYet?: string
  /** Placed between the title and the toolbar. */
  above?: ReactNode
  /** Low rows, which become lines on small screens. */
  dense?: boolean
  children?: ReactNode
}

export function SearchableList<Row extends { id: Key }, Context>({
  title,
  description,
  columns,
  query,
  list,
  context,
  placeholder,
  create,
  isFiltered = list.isFiltered,
  nothingFound,
  icon: Icon,
  nothingYet,
  above,
  dense,
  children,
}: SearchableListProps<Row, Context>) {
  return (
    <>
      <PageHeader title={title} description={description} />
      {above}
      <ListToolbar
        search={{ value: list.search, onSearch: list.setSearch, ...(placeholder && { placeholder }) }}
        {...(create && { create })}
      >
        <FilterFields list={list} context={context} compact />
        {children}
      </ListToolbar>
      <DataTable
        {...(dense && { dense })}
        caption={title}
        columns={columns}
        rows={query.data?.data}
        rowKey={({ id }) => id}
        meta={query.data?.meta}
        empty={
          list.search || isFiltered ? (
            <NothingFound>{nothingFound}</NothingFound>
          ) : (
            <EmptyState {...(nothingYet && { description: nothingYet })} icon={<Icon size={28} />} />
          )
        }
        failure={listFailure(query)}
      />
    </>
  )
}
