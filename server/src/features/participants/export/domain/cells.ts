import { toBrazilianDate } from '#contract/dates.ts'
import type { Column, ExportRow } from './columns.ts'

/** A line is a row: whoever counts the lines of a file counts its rows. */
export const inOneLine = (text: string): string => text.replace(/\s*[\r\n\u2028\u2029]+\s*/g, ' ')

/** As a Brazilian spreadsheet reads it: `129,90`, `20/05/1990`, `20/05/1990 07:30`. */
export const csvCells = (columns: readonly Column[], row: ExportRow): (string | number | null)[] =>
  columns.map(({ kind, value }) => {
    const cell = value(row)
    if (cell === null) return null
    if (kind === 'money') return (Number(cell) / 100).toFixed(2).replace('.', ',')
    if (kind === 'day') return toBrazilianDate(String(cell))
    if (kind === 'instant') {
      const [day = '', time = ''] = String(cell).split(' ')
      return `${toBrazilianDate(day)} ${time}`
    }
    return typeof cell === 'string' ? inOneLine(cell) : cell
  })

/** Real numbers and dates: a spreadsheet's date has no zone, and says what the clocks at the race say. */
export const xlsxCells = (columns: readonly Column[], row: ExportRow): (string | number | Date | null)[] =>
  columns.map(({ kind, value }) => {
    const cell = value(row)
    if (cell === null) return null
    if (kind === 'money') return Number(cell) / 100
    if (kind === 'day') return new Date(`${cell}T00:00:00Z`)
    if (kind === 'instant') return new Date(`${String(cell).replace(' ', 'T')}:00Z`)
    return typeof cell === 'string' ? inOneLine(cell) : cell
  })
