import { formatCsvValue } from 'hucre/csv'

type Cell = string | number | null

const NUMBER = /^-?\d+(,\d+)?$/
/** The full-width forms of the characters that begin a formula: some spreadsheets read them as such. */
const FULL_WIDTH_FORMULA = /^[＝＋－＠]/

/** One line of a file for each row of a table, so that counting lines counts rows. */
export const inOneLine = (text: string): string => text.replace(/\s*[\r\n\u2028\u2029]+\s*/g, ' ')

/**
 * A small table as a CSV file for Excel in Brazil: a byte order mark for the accents, `;` because the comma is in the numbers.
 * Text that a spreadsheet would run as a formula is escaped; negative numbers are not text.
 */
export const csvText = (rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(field).join(';')}\r\n`).join('')}`

/** In one line, and no formula by its full-width forms; the writers escape the plain ones (`escapeFormulae`). */
export function csvLine(text: string): string {
  const line = inOneLine(text)
  return FULL_WIDTH_FORMULA.test(line) ? `'${line}` : line
}

function field(cell: Cell): string {
  const text = cell === null ? null : csvLine(String(cell))
  return formatCsvValue(text, { delimiter: ';', escapeFormulae: text !== null && !NUMBER.test(text) })
}

/** The wire form of money, `"-129.90"`, as that spreadsheet reads it: `-129,90`. */
export const csvMoney = (decimal: string): string => decimal.replace('.', ',')
