import { Skeleton } from '@mantine/core'
import { IconArrowsSort, IconSortAscending, IconSortDescending } from '@tabler/icons-react'
import type { Key, ReactNode } from 'react'
import classes from './data-table.module.css'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'
import { ListFooter, type ListMeta } from './list-footer.tsx'
import { followRowLink } from './row-link.tsx'
import { useRootMark } from './use-root-mark.ts'

export interface Column<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  align?: 'start' | 'end'
  /** The heading of the card on small screens, without a label. */
  title?: boolean
  /** The row's buttons. On small screens they end the card and have no label. */
  actions?: boolean
  /** The checkbox that selects the row, and the one in the header that selects all. Hidden on small screens. */
  select?: { all: ReactNode }
  /** The sort key of the column. Its header becomes a button if the table can be sorted. */
  sort?: string
  /**
   * The column's line in a dense table on small screens, `-end` for the end of the line. Absent: hidden there.
   */
  compact?: 'first' | 'first-end' | 'second' | 'second-end' | 'third' | 'third-end'
  /** In the compact line, the header precedes the value. */
  labelled?: boolean
}

export interface Sorting {
  by: string
  descending: boolean
  onSort: (by: string) => void
}

interface DataTableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  /** Undefined while loading. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => Key
  /** A row with sums, shown below more than one row. Its title is 'Total'. */
  total?: Row | undefined
  /** `meta` of the list's response; without it there is no footer. */
  meta?: ListMeta | undefined
  empty?: ReactNode
  failure?: { message: string; onRetry: () => void; isRefused?: boolean } | undefined
  /** Low rows. On small screens they become lines of a list instead of cards, arranged by `compact`. */
  dense?: boolean
  /** Lower still, with smaller text. */
  compact?: boolean
  /**
   * Where the header stays while the rows scroll: at the top of the page, or of a frame as high as the screen,
   * for a table that may be wider than the page.
   */
  stickyHeader?: 'page' | 'frame'
  sorting?: Sorting
}

const SKELETON_ROWS = [1, 2, 3, 4, 5, 6]

/** Becomes a list of cards below 600 px. Its roles are explicit because `display` removes implicit ones. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  total,
  meta,
  empty,
  failure,
  dense,
  compact,
  stickyHeader,
  sorting,
}: DataTableProps<Row>) {
  useRootMark('list', meta !== undefined && !!rows?.length)
  if (failure && !rows)
    return (
      <div className={classes.frame}>
        <ErrorState {...failure} />
      </div>
    )
  if (rows?.length === 0) return <div className={classes.frame}>{empty ?? <EmptyState />}</div>
  return (
    <>
      <div className={classes.frame} data-filled data-sticky={stickyHeader}>
        {/* biome-ignore-start lint/a11y/noRedundantRoles: keeps the roles where the rows are displayed as
            cards */}
        <table
          className={classes.table}
          role="table"
          aria-busy={!rows}
          data-dense={dense || undefined}
          data-low={compact || undefined}
        >
          <caption className="sr-only">{caption}</caption>
          <thead role="rowgroup">
            <tr role="row">
              {columns.map((column) => (
                <Header key={column.key} column={column} sorting={sorting} />
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows
              ? rows.map((row) => (
                  <tr key={rowKey(row)} role="row" onClick={followRowLink}>
                    {columns.map((column) => (
                      <Cell key={column.key} column={column}>
                        {column.cell(row)}
                      </Cell>
                    ))}
                  </tr>
                ))
              : SKELETON_ROWS.map((row) => (
                  <tr key={row} role="row">
                    {columns.map((column) => (
                      <Cell key={column.key} column={column}>
                        <Skeleton height={16} width={column.title ? '75%' : '55%'} />
                      </Cell>
                    ))}
                  </tr>
                ))}
          </tbody>
          {total !== undefined && rows && rows.length > 1 && (
            <tfoot role="rowgroup">
              <tr role="row">
                {columns.map((column) => (
                  <Cell key={column.key} column={column}>
                    {column.title ? 'Total' : column.cell(total)}
                  </Cell>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
        {/* biome-ignore-end lint/a11y/noRedundantRoles: above */}
      </div>
      {meta && <ListFooter meta={meta} />}
    </>
  )
}

function Header<Row>({ column, sorting }: { column: Column<Row>; sorting: Sorting | undefined }) {
  const { sort, header, align, select } = column
  const isSorted = sort !== undefined && sorting?.by === sort
  const Icon = !isSorted ? IconArrowsSort : sorting.descending ? IconSortDescending : IconSortAscending
  return (
    <th
      // biome-ignore lint/a11y/noRedundantRoles: as above
      role="columnheader"
      scope="col"
      data-align={align}
      data-kind={select && 'select'}
      aria-sort={isSorted ? (sorting.descending ? 'descending' : 'ascending') : undefined}
    >
      {sort && sorting ? (
        <button type="button" className={classes.sort} onClick={() => sorting.onSort(sort)}>
          {header}
          <Icon size={16} aria-hidden />
        </button>
      ) : (
        (select?.all ?? header)
      )}
    </th>
  )
}

const kindOf = <Row,>({ title, actions, select }: Column<Row>) =>
  title ? 'title' : actions ? 'actions' : select && 'select'

function Cell<Row>({ column, children }: { column: Column<Row>; children: ReactNode }) {
  return (
    <td
      // biome-ignore lint/a11y/noRedundantRoles: as above
      role="cell"
      data-label={column.header}
      data-align={column.align}
      data-compact={column.compact}
      data-labelled={column.labelled}
      data-kind={kindOf(column)}
    >
      {children}
    </td>
  )
}
