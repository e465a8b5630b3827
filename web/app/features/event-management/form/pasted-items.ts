import { SEX } from '#contract/documents.ts'
import { toCents, toDecimal } from '#contract/money.ts'
import { plainText } from '#contract/words.ts'

/** The cells copied from a spreadsheet; null for the text of one cell. */
export function pastedCells(text: string): string[][] | null {
  const rows = text.replace(/[\r\n]+$/, '').split(/\r\n|\r|\n/)
  const cells = rows.map((row) => row.split('\t').map((cell) => cell.trim()))
  return cells.length > 1 || (cells[0]?.length ?? 0) > 1 ? cells : null
}

/** A column of a grid into which cells can be pasted. */
export interface PasteColumn {
  field: string
  /** Matches the heading of such a column in lower case without accents. */
  heading: RegExp
  /** The text of the form for a cell; null if the cell cannot be read. */
  read: (cell: string) => string | null
}

const NOTHING = /^(-|–|—|sem .*|ilimitad[oa]|nenhum[ao]?)?$/

const trimmed = (cell: string) => cell
function whole(cell: string): string | null {
  if (NOTHING.test(plainText(cell))) return ''
  const [digits] = /\d[\d.]*/.exec(cell) ?? []
  return digits === undefined ? null : digits.replaceAll('.', '').slice(0, 7)
}
function sex(cell: string): string | null {
  const plain = plainText(cell)
  if (NOTHING.test(plain) || /^(qualquer|mist|tod|geral|amb|unis|livre)/.test(plain)) return ''
  if (/^(f|mulh)/.test(plain)) return String(SEX.female)
  return /^(m|hom)/.test(plain) ? String(SEX.male) : null
}
function money(cell: string): string | null {
  if (NOTHING.test(plainText(cell))) return ''
  const amount = cell.replace(/^R\$\s*/i, '').replace(/\s/g, '')
  const isGrouped = amount.includes(',') || /^\d{1,3}(\.\d{3})+$/.test(amount)
  const cents = toCents(isGrouped ? amount.replaceAll('.', '').replace(',', '.') : amount)
  return cents === null || cents < 0 ? null : toDecimal(cents)
}

export const CATEGORY_COLUMNS: readonly PasteColumn[] = [
  { field: 'category_name', heading: /^(nome|categoria)/, read: trimmed },
  { field: 'sex', heading: /^(sexo|genero)/, read: sex },
  { field: 'min_age', heading: /^(idade )?min|^de$/, read: whole },
  { field: 'max_age', heading: /^(idade )?max|^ate$/, read: whole },
  { field: 'vacancy_limit', heading: /^(vaga|limite|capacidade|quantidade)/, read: whole },
  { field: 'price', heading: /^(preco|valor)/, read: money },
]

export const PRODUCT_COLUMNS: readonly PasteColumn[] = [
  { field: 'name', heading: /^(nome|kit|produto)/, read: trimmed },
  { field: 'value', heading: /^(preco|valor)/, read: money },
  { field: 'quantity', heading: /^(quantidade|estoque|vaga|limite)/, read: whole },
]

interface Paste<Item> {
  items: readonly Item[]
  cells: readonly (readonly string[])[]
  /** The row and column of the cell with the focus. */
  at: { row: number; column: number }
  columns: readonly PasteColumn[]
  blank: () => Item
}

/**
 * Fills items from a cell on to the right and down, and adds the missing ones. A row of headings decides the
 * columns. `unread` are the cells that could not be read; their fields keep what they had.
 */
export function withPasted<Item extends { removed: boolean }>({
  items,
  cells,
  at,
  columns,
  blank,
}: Paste<Item>): { items: Item[]; unread: string[] } {
  const headed = headingsOf(cells[0] ?? [], columns)
  const order = headed ?? columns.slice(at.column)
  const rows = headed ? cells.slice(1) : cells
  const filled = [...items]
  const free = filled.flatMap(({ removed }, index) => (index >= at.row && !removed ? [index] : []))
  const unread: string[] = []
  for (const row of rows) {
    if (row.every((cell) => cell === '')) continue
    const index = free.shift() ?? filled.length
    const item = { ...(filled[index] ?? blank()) }
    row.forEach((cell, i) => {
      const column = order[i]
      const text = column?.read(cell)
      if (column && typeof text === 'string') Reflect.set(item, column.field, text)
      else if (column) unread.push(cell)
    })
    filled[index] = item
  }
  return { items: filled, unread }
}

function headingsOf(
  row: readonly string[],
  columns: readonly PasteColumn[],
): (PasteColumn | undefined)[] | null {
  const found = row.map((cell) => columns.find(({ heading }) => heading.test(plainText(cell))))
  const isHeaded = found.filter(Boolean).length > 1 && found.every((column, i) => column || row[i] === '')
  return isHeaded ? found : null
}
