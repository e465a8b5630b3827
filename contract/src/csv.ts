type Cell = string | number | null

/** A spreadsheet runs what begins so, unless it is a number. */
const RUNS = /^[=+\-@\t\r]/
const NUMBER = /^-?\d+(,\d+)?$/

function field(cell: Cell): string {
  if (cell === null) return ''
  const text = String(cell).replace(/\s*[\r\n]+\s*/g, ' ')
  const safe = RUNS.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[;"]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * A small table as a file that a Brazilian spreadsheet opens right: a byte order mark for the accents, `;` because the comma is in
 * the numbers. Text that would be run as a formula is defused by an apostrophe.
 */
export const csvText = (rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(field).join(';')}\r\n`).join('')}`

/** The wire form of money, `"-129.90"`, as that spreadsheet reads it: `-129,90`. */
export const csvMoney = (decimal: string): string => decimal.replace('.', ',')
