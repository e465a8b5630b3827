import { formatCsvValue } from 'hucre/csv'

type Cell = string | number | null

const NUMBER = /^-?\d+(,\d+)?$/
/** Full-width forms of the characters that start a formula. Some spreadsheets treat them alike. */
const FULL_WIDTH_FORMULA = /^[＝＋－＠]/

/** Each row of a table must be one line of the file. */
export const inOneLine = (text: string): string => text.replace(/\s*[\r\n\u2028\u2029]+\s*/g, ' ')

/** For Excel in Brazil: a byte order mark, and `;` because numbers contain commas. Formulas are escaped. */
export const csvText = (rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(field).join(';')}\r\n`).join('')}`

/** Escapes full-width formula characters; callers escape the plain ones (`escapeFormulae`). */
export function csvLine(text: string): string {
  const line = inOneLine(text)
  return FULL_WIDTH_FORMULA.test(line) ? `'${line}` : line
}

function field(cell: Cell): string {
  const text = cell === null ? null : csvLine(String(cell))
  return formatCsvValue(text, { delimiter: ';', escapeFormulae: text !== null && !NUMBER.test(text) })
}

/** `"-129.90"` → `-129,90`. */
export const csvMoney = (decimal: string): string => decimal.replace('.', ',')
