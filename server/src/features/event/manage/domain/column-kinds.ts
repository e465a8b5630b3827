import { NO_DAY, NO_TIME, toBrazilianDate, toBrazilianDateOrNull } from '#contract/dates.ts'
import { DISCOUNT_LABELS, formatDiscount, storedDiscount } from '#contract/discount.ts'
import { formatBasisPoints, formatCents, toDecimal } from '#contract/money.ts'
import { eventStatusLabel } from '#contract/payment-status.ts'
import { QUESTION_KINDS, type QuestionKind } from '#contract/questions.ts'

export type Values = Readonly<Record<string, unknown>>

/** What a file is uploaded for: decides the shapes an image is stored in. */
export type FilePurpose = 'cover' | 'event' | 'route' | 'course' | 'product'

/** How values of a column are stored, answered by the API and written in the history. Null stays null. */
export interface Kind<T> {
  /** From the API's input to the column; as it is by default. */
  store?(value: T): T
  /** From the column to the API's output; as it is by default. */
  present?(value: T): unknown
  words(value: T, row: Values): string
  /** The column holds the path of a file. */
  purpose?: FilePurpose
  /** What is stored for null. */
  none?: T
  /** The column points at an item of another list of the same event, or at several. */
  link?: Link
}

interface Link {
  list: 'modalities' | 'categories' | 'kits'
  /** What no link means, in words. */
  none: string
  /** Refusal of a link to an item that is not in the document; without it such a link is saved as null. */
  missing?: string
}

/** The API's field, the label in the history (null: not part of it) and the kind of a column. */
export type Column<T> = readonly [field: string, label: string | null, kind: Kind<T>]
export type Columns = Readonly<Record<string, Column<unknown>>>

export const text: Kind<string> = { words: (value) => value }
/** One entry a line. */
export const lines: Kind<string> = { words: (value) => value.split('\n').join('; ') }
export const number: Kind<number> = { words: String }
export const centimetres: Kind<number> = { words: (value) => `${String(value).replace('.', ',')} cm` }
export const flag: Kind<boolean> = { words: (value) => (value ? 'Sim' : 'Não') }
export const flag01: Kind<number> = { words: (value) => (value === 1 ? 'Sim' : 'Não') }
export const day: Kind<string> = { present: toBrazilianDate, words: toBrazilianDate }
/** A day that every event has and a draft may not have yet. */
export const neededDay: Kind<string> = {
  present: toBrazilianDateOrNull,
  words: (value) => toBrazilianDateOrNull(value) ?? 'A definir',
  none: NO_DAY,
}
/** Stored as PostgreSQL answers a time, so that an unchanged one compares equal. A draft may not have it yet. */
export const time: Kind<string> = {
  store: (value) => `${value}:00`,
  present: (value) => (value === NO_TIME ? null : value.slice(0, 5)),
  words: (value) => (value === NO_TIME ? 'A definir' : value),
  none: NO_TIME,
}
export const questionKind: Kind<string> = { words: (value) => QUESTION_KINDS[value as QuestionKind] }
export const money: Kind<number> = { present: toDecimal, words: formatCents }
/** Basis points. */
export const percent: Kind<number> = { present: toDecimal, words: formatBasisPoints }
export const eventStatus: Kind<number> = { words: eventStatusLabel }
export const itemStatus: Kind<number> = { words: (value) => (value === 1 ? 'Ativo' : 'Inativo') }
export const percentOrReais: Kind<number> = { words: (value) => (value === 0 ? 'Percentual' : 'Valor fixo') }
/** Basis points or cents, as `fee_type` says. */
export const feeRate: Kind<number> = {
  present: toDecimal,
  words: (value, row) => (row.fee_type === 0 ? formatBasisPoints(value) : formatCents(value)),
}
export const discountType: Kind<number> = {
  words: (type) => DISCOUNT_LABELS[storedDiscount({ type, value: 0 }).type],
}
/** The value of a discount, of which `type` is the other column. */
export const discount: Kind<number> = {
  present: toDecimal,
  words: (value, row) => formatDiscount(storedDiscount({ type: Number(row.type), value })),
}
export const file = (purpose: FilePurpose): Kind<string> => ({ words: (value) => value, purpose })
/** Several items of another list; none is what `none` says. When all of them are missing, the document is refused. */
export const links = (list: Link['list'], none: string, missing: string): Kind<number[]> => ({
  words: String,
  link: { list, none, missing },
})
export const link = (list: Link['list'], none: string, missing?: string): Kind<number> => ({
  words: String,
  link: { list, none, ...(missing && { missing }) },
})
