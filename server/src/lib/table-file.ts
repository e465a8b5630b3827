import type { FastifyReply } from 'fastify'
import { writeXlsxStream } from 'hucre/xlsx'
import { csvMoney, csvText, inOneLine } from '#contract/csv.ts'
import { toBrazilianDate } from '#contract/dates.ts'
import { toDecimal } from '#contract/money.ts'
import { SENT } from './http.ts'

type Kind = 'text' | 'integer' | 'money' | 'day' | 'instant'
type Cell = string | number | null

/** Money is in cents, days are `yyyy-mm-dd`, instants `yyyy-mm-dd hh:mm` in local time. */
export interface Table {
  /** Name of the sheet and of the file. */
  name: string
  columns: readonly { heading: string; kind: Kind }[]
  rows: readonly Cell[][]
}

export const NUMBER_FORMATS: Readonly<Record<Kind, string>> = {
  text: '@',
  integer: '0',
  money: '#,##0.00',
  day: 'dd/mm/yyyy',
  instant: 'dd/mm/yyyy hh:mm',
}
export const WIDTHS: Readonly<Record<Kind, number>> = {
  text: 24,
  integer: 12,
  money: 14,
  day: 14,
  instant: 18,
}

/** Spreadsheet dates have no time zone: they hold the local time of the race. */
export const xlsxCells = (columns: readonly { kind: Kind }[], row: readonly Cell[]): (Cell | Date)[] =>
  row.map((cell, i) => {
    const kind = columns[i]?.kind
    if (cell === null) return null
    if (kind === 'money') return Number(cell) / 100
    if (kind === 'day') return new Date(`${cell}T00:00:00Z`)
    if (kind === 'instant') return new Date(`${String(cell).replace(' ', 'T')}:00Z`)
    return typeof cell === 'string' ? inOneLine(cell) : cell
  })

/** As a Brazilian spreadsheet reads it: `129,90`, `20/05/1990`, `20/05/1990 07:30`. */
export function csvCell(kind: Kind | undefined, cell: Cell): Cell {
  if (cell === null) return null
  if (kind === 'money') return csvMoney(toDecimal(Number(cell)))
  if (kind !== 'day' && kind !== 'instant') return cell
  const [day = '', time] = String(cell).split(' ')
  return [toBrazilianDate(day), time].filter(Boolean).join(' ')
}

const toCsv = ({ columns, rows }: Table): string =>
  csvText([
    columns.map(({ heading }) => heading),
    ...rows.map((row) => row.map((cell, i) => csvCell(columns[i]?.kind, cell))),
  ])

const toXlsx = ({ name, columns, rows }: Table): ReadableStream<Uint8Array> =>
  writeXlsxStream(
    rows.map((row) => xlsxCells(columns, row)),
    {
      // The name of a sheet has at most 31 characters.
      name: name.slice(0, 31),
      freezePane: { rows: 1 },
      columns: columns.map(({ heading, kind }) => ({
        header: heading,
        width: WIDTHS[kind],
        numFmt: NUMBER_FORMATS[kind],
      })),
    },
  )

export function sendTable(reply: FastifyReply, format: 'csv' | 'xlsx', table: Table): typeof SENT {
  reply
    .type(
      format === 'csv'
        ? 'text/csv; charset=utf-8'
        : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    )
    .header('content-disposition', `attachment; filename="${table.name.toLowerCase()}.${format}"`)
    .send(format === 'csv' ? toCsv(table) : toXlsx(table))
  return SENT
}
