import { Skeleton } from '@mantine/core'
import type { Key, ReactNode } from 'react'
import classes from './data-table.module.css'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'
import { ListFooter, type ListMeta } from './list-footer.tsx'

export interface Column<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** Money and numbers are aligned to the end. */
  align?: 'start' | 'end'
  /** The heading of the card on small screens, without its label. */
  title?: boolean
  /** The row's buttons: on small screens they end the card and have no label. */
  actions?: boolean
}

interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  /** Undefined while loading. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => Key
  /** `meta` of the list's answer; without it there is no footer. */
  meta?: ListMeta | undefined
  /** Replaces 'Nenhum registro encontrado.'. */
  empty?: ReactNode
  /** Set when the list could not be loaded. */
  failure?: { message: string; onRetry: () => void } | undefined
}

const SKELETON_ROWS = [1, 2, 3, 4, 5, 6]

/**
 * A table that becomes a list of cards under 600 px. Its roles are explicit because changing `display` removes the implicit
 * ones.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  meta,
  empty,
  failure,
}: DataTableProps<Row>) {
  if (failure && !rows)
    return (
      <div className={classes.frame}>
        <ErrorState {...failure} />
      </div>
    )
  if (rows?.length === 0) return <div className={classes.frame}>{empty ?? <EmptyState />}</div>
  return (
    <>
      <div className={classes.frame}>
        {/* biome-ignore-start lint/a11y/noRedundantRoles: keeps the roles where the rows are displayed as cards */}
        <table className={classes.table} role="table" aria-busy={!rows}>
          <caption className="sr-only">{caption}</caption>
          <thead role="rowgroup">
            <tr role="row">
              {columns.map((column) => (
                <th key={column.key} role="columnheader" scope="col" data-align={column.align}>
                  {column.header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows
              ? rows.map((row) => (
                  <tr key={rowKey(row)} role="row">
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
        </table>
        {/* biome-ignore-end lint/a11y/noRedundantRoles: above */}
      </div>
      {meta && <ListFooter meta={meta} />}
    </>
  )
}

function Cell<Row>({ column, children }: { column: Column<Row>; children: ReactNode }) {
  return (
    <td
      // biome-ignore lint/a11y/noRedundantRoles: as above
      role="cell"
      data-label={column.header}
      data-align={column.align}
      data-kind={column.title ? 'title' : column.actions ? 'actions' : undefined}
    >
      {children}
    </td>
  )
}
