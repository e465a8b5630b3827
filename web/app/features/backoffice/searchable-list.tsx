import type { TablerIcon } from '@tabler/icons-react'
import type { Key, ReactNode } from 'react'
import { type AskedQuery, listFailure } from '../../query-failure.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { ListMeta } from '../../ui/list-footer.tsx'
import { ListToolbar } from '../../ui/list-toolbar.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { NothingFound } from './nothing-found.tsx'
import type { useListSearch } from './use-list-search.ts'

interface SearchableListProps<Row> {
  title: string
  description: string
  columns: readonly Column<Row>[]
  list: AskedQuery & { data: { data: readonly Row[]; meta: ListMeta } | undefined }
  search: Pick<ReturnType<typeof useListSearch>, 'search' | 'setSearch'>
  /** The button for a new record. */
  create?: { to: string; label: string }
  /** Whether a filter other than the search is set. */
  isFiltered?: boolean
  /** Shown when the search or the filter matches nothing. */
  nothingFound: string
  /** Shown when there are no records at all. */
  icon: TablerIcon
  /** Filters beside the search. */
  children?: ReactNode
}

/** A list of the back office: a title, a search with filters, and a table with pages. */
export function SearchableList<Row extends { id: Key }>({
  title,
  description,
  columns,
  list,
  search: { search, setSearch },
  create,
  isFiltered = false,
  nothingFound,
  icon: Icon,
  children,
}: SearchableListProps<Row>) {
  return (
    <>
      <PageHeader title={title} description={description} />
      <ListToolbar search={{ value: search, onSearch: setSearch }} {...(create && { create })}>
        {children}
      </ListToolbar>
      <DataTable
        caption={title}
        columns={columns}
        rows={list.data?.data}
        rowKey={({ id }) => id}
        meta={list.data?.meta}
        empty={
          search || isFiltered ? (
            <NothingFound>{nothingFound}</NothingFound>
          ) : (
            <EmptyState icon={<Icon size={28} />} />
          )
        }
        failure={listFailure(list)}
      />
    </>
  )
}
