import { NO_DAY, NO_TIME, toBrazilianDate, toBrazilianDateOrNull } from '#contract/dates.ts'
import { SEXES } from '#contract/documents.ts'
import { eventStatusLabel } from '#contract/event/event-status.ts'
import { TEAM_RULES, type TeamRule } from '#contract/event/relay.ts'
import { TERM_KINDS, type TermKind } from '#contract/event/term-kind.ts'
import { formatBasisPoints, formatCents, toDecimal } from '#contract/money.ts'
import { CHANGE_DOWNGRADES, type ChangeDowngrade } from '#contract/pricing/change-downgrade.ts'
import { DISCOUNT_LABELS, formatDiscount, storedDiscount } from '#contract/pricing/discount.ts'
import {
  AGE_REFERENCES,
  type AgeReference,
  INELIGIBLE_CHANGES,
  type IneligibleChanges,
} from '#contract/pricing/eligibility.ts'
import { FEE_TYPE } from '#contract/pricing/kit-total.ts'
import { RIGHT_BASES, type RightBase } from '#contract/pricing/right-rule.ts'
import { ASKED, type Asked, QUESTION_KINDS, type QuestionKind } from '#contract/registration/questions.ts'

export type Values = Readonly<Record<string, unknown>>

/** Determines the shapes in which an image is stored. */
export type FilePurpose = 'cover' | 'event' | 'route' | 'course' | 'product'

/** How values of a column are stored, returned by the API and described in the history. Null stays null. */
export interface Kind<T> {
  /** The identity by default. */
  store?(value: T): T
  /** The identity by default. */
  present?(value: T): unknown
  words(value: T, row: Values): string
  /** Set when the column holds the path of a file. */
  purpose?: FilePurpose
  /** The value stored for null. */
  none?: T
  /** Set when the column references one or several items of another list of the same event. */
  link?: Link
}

interface Link {
  list: 'modalities' | 'categories' | 'kits' | 'kit_tiers' | 'questionnaires'
  none: string
  /** The error for a link to an item that is not in the document; if absent, such a link is saved as null. */
  missing?: string
}

/** A column as the API's field, its label in the history (null: omitted) and its kind. */
export type Column<T> = readonly [field: string, label: string | null, kind: Kind<T>]
export type Columns = Readonly<Record<string, Column<unknown>>>

export const text: Kind<string> = { words: (value) => value }
/** One entry per line. */
export const lines: Kind<string> = { words: (value) => value.split('\n').join('; ') }
export const number: Kind<number> = { words: String }
export const centimetres: Kind<number> = { words: (value) => `${String(value).replace('.', ',')} cm` }
export const flag: Kind<boolean> = { words: (value) => (value ? 'Sim' : 'Não') }
export const flag01: Kind<number> = { words: (value) => (value === 1 ? 'Sim' : 'Não') }
export const day: Kind<string> = { present: toBrazilianDate, words: toBrazilianDate }
/** A required day, which a draft may lack. */
export const neededDay: Kind<string> = {
  present: toBrazilianDateOrNull,
  words: (value) => toBrazilianDateOrNull(value) ?? 'A definir',
  none: NO_DAY,
}
/** A time in PostgreSQL's output format, so that an unchanged one compares equal. A draft may lack it. */
export const time: Kind<string> = {
  store: (value) => `${value}:00`,
  present: (value) => (value === NO_TIME ? null : value.slice(0, 5)),
  words: (value) => (value === NO_TIME ? 'A definir' : value),
  none: NO_TIME,
}
export const optionalTime: Kind<string> = {
  store: (value) => `${value}:00`,
  present: (value) => value.slice(0, 5),
  words: (value) => value.slice(0, 5),
}
export const questionKind: Kind<string> = { words: (value) => QUESTION_KINDS[value as QuestionKind] }
export const asked: Kind<string> = { words: (value) => ASKED[value as Asked] }
export const sex: Kind<number> = { words: (value) => SEXES[value] ?? '' }
export const teamRule: Kind<string> = { words: (value) => TEAM_RULES[value as TeamRule] }
export const ageReference: Kind<string> = { words: (value) => AGE_REFERENCES[value as AgeReference] }
export const ineligibleChanges: Kind<string> = {
  words: (value) => INELIGIBLE_CHANGES[value as IneligibleChanges],
}
export const changeDowngrade: Kind<string> = {
  words: (value) => CHANGE_DOWNGRADES[value as ChangeDowngrade],
}
export const rightBase: Kind<string> = { words: (value) => RIGHT_BASES[value as RightBase] }
export const termKind: Kind<string> = { words: (value) => TERM_KINDS[value as TermKind] }
export const money: Kind<number> = { present: toDecimal, words: formatCents }
/** Basis points. */
export const percent: Kind<number> = { present: toDecimal, words: formatBasisPoints }
export const eventStatus: Kind<number> = { words: eventStatusLabel }
export const itemStatus: Kind<number> = { words: (value) => (value === 1 ? 'Ativo' : 'Inativo') }
export const percentOrReais: Kind<number> = { words: (value) => (value === 0 ? 'Percentual' : 'Valor fixo') }
/** Basis points or cents, depending on `fee_type`. */
export const feeRate: Kind<number> = {
  present: toDecimal,
  words: (value, row) => (row.fee_type === FEE_TYPE.percent ? formatBasisPoints(value) : formatCents(value)),
}
export const discountType: Kind<number> = {
  words: (type) => DISCOUNT_LABELS[storedDiscount({ type, value: 0 }).type],
}
/** The value of a discount, whose kind is in the column `type`. */
export const discount: Kind<number> = {
  present: toDecimal,
  words: (value, row) => formatDiscount(storedDiscount({ type: Number(row.type), value })),
}
export const file = (purpose: FilePurpose): Kind<string> => ({ words: (value) => value, purpose })
/** `none` are the words for an empty list, `missing` the error when all linked items are missing. */
export const links = (list: Link['list'], none: string, missing: string): Kind<number[]> => ({
  words: String,
  link: { list, none, missing },
})
export const link = (list: Link['list'], none: string, missing?: string): Kind<number> => ({
  words: String,
  link: { list, none, ...(missing && { missing }) },
})
