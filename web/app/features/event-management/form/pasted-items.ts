import { SEX } from '#contract/documents.ts'
import { toCents, toDecimal } from '#contract/money.ts'
import { plainText } from '#contract/words.ts'
import { type ProductForm, remaining } from './event-form.ts'

/** The cells copied from a spreadsheet; null for the text of one cell. */
export function pastedCells(text: string): string[][] | null {
  const rows = text.replace(/[\r\n]+$/, '').split(/\r\n|\r|\n/)
  const cells = rows.map((row) => row.split('\t').map((cell) => cell.trim()))
  return cells.length > 1 || (cells[0]?.length ?? 0) > 1 ? cells : null
}

/** A column of a grid into which cells can be pasted. */
export interface PasteColumn<Item = unknown> {
  field: string
  /** Matches the heading of such a column in lower case without accents. */
  heading: RegExp
  /** The text of the form for a cell; null if the cell cannot be read. */
  read: (cell: string) => string | null
  /** Whether the item has no such value of its own. */
  isClosed?: (item: Item) => boolean
}

const NOTHING = /^(-|–|—|sem .*|ilimitad[oa]|nenhum[ao]?)?$/

const trimmed = (cell: string) => cell
const WHOLE = /^(\d{1,3}(?:\.\d{3})+|\d+)(?: (?:anos?|vagas?|pessoas?|unidades?|un\.?))?$/
const MOST_DIGITS = 7

function whole(cell: string): string | null {
  const plain = plainText(cell)
  if (NOTHING.test(plain)) return ''
  const digits = WHOLE.exec(plain)?.[1]?.replaceAll('.', '')
  return digits === undefined || digits.length > MOST_DIGITS ? null : digits
}

const FEMALE = '(?:f|fem\\w*|mulh\\w*)\\.?'
const MALE = '(?:m|masc\\w*|hom\\w*)\\.?'
const BOTH = ` ?(?:[/,+&-]| e | ou ) ?`
const isFemale = new RegExp(`^${FEMALE}$`)
const isMale = new RegExp(`^${MALE}$`)
const isBoth = new RegExp(
  `^(?:qualquer|mist|tod|geral|amb|unis|livre)|^(?:${FEMALE}${BOTH}${MALE}|${MALE}${BOTH}${FEMALE})$`,
)

function sex(cell: string): string | null {
  const plain = plainText(cell)
  if (NOTHING.test(plain) || isBoth.test(plain)) return ''
  if (isFemale.test(plain)) return String(SEX.female)
  return isMale.test(plain) ? String(SEX.male) : null
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

export const PRODUCT_COLUMNS: readonly PasteColumn<ProductForm>[] = [
  { field: 'name', heading: /^(nome|kit|produto)/, read: trimmed },
  {
    field: 'value',
    heading: /^(preco|valor)/,
    read: money,
    isClosed: ({ tiers }) => remaining(tiers).length > 0,
  },
  { field: 'quantity', heading: /^(quantidade|estoque|vaga|limite)/, read: whole },
]

interface Paste<Item> {
  items: readonly Item[]
  cells: readonly (readonly string[])[]
  /** The row and column of the cell with the focus. */
  at: { row: number; column: number }
  columns: readonly PasteColumn<Item>[]
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
      if (column?.isClosed?.(item)) {
        if (cell !== '') unread.push(cell)
      } else if (column && typeof text === 'string') Reflect.set(item, column.field, text)
      else if (column) unread.push(cell)
    })
    filled[index] = item
  }
  return { items: filled, unread }
}

function headingsOf<Item>(
  row: readonly string[],
  columns: readonly PasteColumn<Item>[],
): (PasteColumn<Item> | undefined)[] | null {
  const found = row.map((cell) => columns.find(({ heading }) => heading.test(plainText(cell))))
  const isHeaded = found.filter(Boolean).length > 1 && found.every((column, i) => column || row[i] === '')
  return isHeaded ? found : null
}
