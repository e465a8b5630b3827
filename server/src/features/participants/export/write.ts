import { writeCsvStream } from 'hucre/csv'
import { writeXlsxStream } from 'hucre/xlsx'
import { csvLine, inOneLine } from '#contract/csv.ts'
import type { ExportFormat } from '#contract/participants/export.ts'
import { csvCell, NUMBER_FORMATS, WIDTHS, xlsxCells } from '#server/lib/table-file.ts'
import type { Cell, Column } from './queries/columns.ts'

interface Writer {
  mediaType: string
  /** Streams the bytes of a file while its rows are read. */
  write: (columns: readonly Column[], rows: AsyncIterable<Cell[]>) => ReadableStream<Uint8Array>
}

/** Excel in Brazil needs a byte order mark, and `;` because the comma is the decimal separator. */
export const WRITERS: Readonly<Record<ExportFormat, Writer>> = {
  csv: {
    mediaType: 'text/csv; charset=utf-8',
    // The headings are written as a row, so that they are escaped too: a question may begin like a formula.
    write: (columns, rows) =>
      writeCsvStream(
        map(rows, (row) => row.map((cell, i) => csvText(csvCell(columns[i]?.kind, cell))), [
          columns.map(({ heading }) => csvLine(heading)),
        ]),
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

const csvText = (cell: Cell): Cell => (typeof cell === 'string' ? csvLine(cell) : cell)
