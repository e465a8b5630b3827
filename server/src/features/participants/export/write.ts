import { writeCsvStream } from 'hucre/csv'
import { writeXlsxStream } from 'hucre/xlsx'
import type { ExportFormat } from '#contract/participant-export.ts'
import { csvCells, inOneLine, xlsxCells } from './domain/cells.ts'
import type { Column, ExportRow } from './domain/columns.ts'

interface Writer {
  mediaType: string
  /** The bytes of a file, as its rows come. */
  write: (columns: readonly Column[], rows: AsyncIterable<ExportRow>) => ReadableStream<Uint8Array>
}

const NUMBER_FORMATS = {
  text: '@',
  integer: '0',
  money: '#,##0.00',
  day: 'dd/mm/yyyy',
  instant: 'dd/mm/yyyy hh:mm',
}
const WIDTHS = { text: 24, integer: 12, money: 14, day: 14, instant: 18 }

/** The formats of an export. What Excel asks for in Brazil: a byte order mark for the accents, `;` because the comma is in the numbers. */
export const WRITERS: Readonly<Record<ExportFormat, Writer>> = {
  csv: {
    mediaType: 'text/csv; charset=utf-8',
    // The headings are a row like any other: a question may begin with what a spreadsheet would run.
    write: (columns, rows) =>
      writeCsvStream(
        map(rows, (row) => csvCells(columns, row), [columns.map(({ heading }) => inOneLine(heading))]),
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
