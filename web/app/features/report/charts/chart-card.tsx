import { ActionIcon } from '@mantine/core'
import { IconFileDownload, IconTable } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { csvText } from '#contract/csv.ts'
import { toCents, toDecimal } from '#contract/money.ts'
import { countWords } from '#contract/words.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { moneyCell } from './cells.ts'
import classes from './charts.module.css'

/** Amounts are `R$ 129,90` on the screen and `129,90` in the file. */
export interface ChartTable {
  headings: readonly string[]
  rows: readonly (readonly Cell[])[]
  /** Adds a row of totals on the screen. The file has none, because spreadsheets compute them. */
  summed?: boolean
}
type Cell = string | number | { shown: string; written: string }

interface ChartCardProps {
  title: string
  description?: ReactNode
  table: ChartTable
  fileName: string
  actions?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** The sum of each column; empty for columns of text. */
const totalRow = (rows: ChartTable['rows']): Cell[] =>
  (rows[0] ?? []).map((_, column) => {
    const cells = rows.map((row) => row[column] ?? '')
    if (cells.every((cell) => typeof cell === 'number')) return cells.reduce((sum, cell) => sum + cell, 0)
    const amounts = cells.map((cell) =>
      typeof cell === 'object' ? toCents(cell.written.replace(',', '.')) : null,
    )
    return amounts.every((cents) => cents !== null)
      ? moneyCell(toDecimal(amounts.reduce((sum, cents) => sum + cents, 0)))
      : ''
  })

const shown = (cell: Cell) =>
  typeof cell === 'object' ? cell.shown : typeof cell === 'number' ? countWords(cell) : cell
const written = (cell: Cell) => (typeof cell === 'object' ? cell.written : cell)

export function ChartCard({
  title,
  description,
  table,
  fileName,
  actions,
  className,
  children,
}: ChartCardProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const download = () =>
    saveFile(
      new Blob([csvText([table.headings, ...table.rows.map((row) => row.map(written))])], {
        type: 'text/csv',
      }),
      `${fileName}.csv`,
    )
  return (
    <section className={[classes.card, className].filter(Boolean).join(' ')} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        <div className={classes.actions}>
          {actions}
          <Tooltip label={open ? 'Esconder tabela' : 'Ver tabela'}>
            <ActionIcon
              color="gray"
              aria-expanded={open}
              aria-label={`${open ? 'Esconder' : 'Ver'} tabela: ${title}`}
              onClick={() => setOpen(!open)}
            >
              <IconTable size={20} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Baixar CSV">
            <ActionIcon color="gray" aria-label={`Baixar CSV: ${title}`} onClick={download}>
              <IconFileDownload size={20} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </div>
        {description && <p>{description}</p>}
      </div>
      {children}
      {open && <FiguresTable title={title} table={table} />}
    </section>
  )
}

function FiguresTable({ title, table }: { title: string; table: ChartTable }) {
  const { headings, rows } = table
  const total = table.summed && rows.length > 1 ? totalRow(rows) : null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
    <section className={classes.scroll} tabIndex={0} aria-label={`Tabela: ${title}`}>
      <table className={classes.table}>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.slice(0, 2).map(shown).join(' ')}>
              {row.map((cell, i) => (
                <td key={headings[i]}>{shown(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
        {total && (
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              {total.slice(1).map((cell, i) => (
                <td key={headings[i + 1]}>{shown(cell)}</td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}
