import { writeCsvStream } from 'hucre/csv'
import { writeXlsxStream } from 'hucre/xlsx'
import { csvLine, inOneLine } from '#contract/csv.ts'
import { toBrazilianDate } from '#contract/dates.ts'
import type { ExportFormat } from '#contract/participant-export.ts'
import { NUMBER_FORMATS, WIDTHS, xlsxCells } from '#server/lib/table-file.ts'
import type { Cell, Column } from './queries/columns.ts'

interface Writer {
  mediaType: string
  /** The bytes of a file, as its rows come. */
  write: (columns: readonly Column[], rows: AsyncIterable<Cell[]>) => ReadableStream<Uint8Array>
}

/** The formats of an export. Excel in Brazil needs a byte order mark for accents, and `;` since the comma is the decimal separator. */
export const WRITERS: Readonly<Record<ExportFormat, Writer>> = {
  csv: {
    mediaType: 'text/csv; charset=utf-8',
    // The headings are written as a row, so that they are escaped too: a question may begin like a formula.
    write: (columns, rows) =>
      writeCsvStream(
        map(rows, (row) => csvCells(columns, row), [columns.map(({ heading }) => csvLine(heading))]),
        { headers: false, delimiter: ';', bom: true, escapeFormulae: true },
      ),
  },
  xlsx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: (columns, rows) =>
      writeXlsxStream(
        map(rows, (row) => xlsxCells(columns, row)),
        {
          name: 'Participantes',
          freezePane: { rows: 1 },
          columns: columns.map(({ heading, kind }) => ({
            header: inOneLine(heading),
            width: WIDTHS[kind],
            numFmt: NUMBER_FORMATS[kind],
          })),
        },
      ),
  },
}

async function* map<A, B>(
  list: AsyncIterable<A>,
  change: (one: A) => B,
  before: readonly B[] = [],
): AsyncGenerator<B> {
  yield* before
  for await (const one of list) yield change(one)
}

/** As a Brazilian spreadsheet reads it: `129,90`, `20/05/1990`, `20/05/1990 07:30`. */
const csvCells = (columns: readonly Column[], row: Cell[]): Cell[] =>
  row.map((cell, i) => {
    const kind = columns[i]?.kind
    if (cell === null) return null
    if (kind === 'money') return (Number(cell) / 100).toFixed(2).replace('.', ',')
    if (kind === 'day') return toBrazilianDate(String(cell))
    if (kind === 'instant') {
      const [day = '', time = ''] = String(cell).split(' ')
      return `${toBrazilianDate(day)} ${time}`
    }
    return typeof cell === 'string' ? csvLine(cell) : cell
  })
