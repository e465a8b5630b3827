import { toBrazilianDate } from '#contract/dates.ts'
import { TEAM_RULES } from '#contract/event/relay.ts'
import { TERM_KINDS } from '#contract/event/term-kind.ts'
import { formatDecimal, toCents } from '#contract/money.ts'
import { CHANGE_DOWNGRADES } from '#contract/pricing/change-downgrade.ts'
import { AGE_REFERENCES, INELIGIBLE_CHANGES } from '#contract/pricing/eligibility.ts'
import { RIGHT_BASES } from '#contract/pricing/right-rule.ts'
import { ASKED, QUESTION_KINDS } from '#contract/registration/questions.ts'
import type { EventForm } from './event-form.ts'
import { nameOf } from './field-words.ts'
import { type Difference, ITEM } from './merge.ts'

const CHOICES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  sex: { 0: 'Masculino', 1: 'Feminino' },
  status: { 0: 'Não', 1: 'Sim' },
  type_fee: { 0: 'Percentual', 1: 'Valor fixo' },
  kind: { ...TERM_KINDS, ...QUESTION_KINDS },
  asked: ASKED,
  base: RIGHT_BASES,
  team_rule: TEAM_RULES,
  age_reference: AGE_REFERENCES,
  ineligible_changes: INELIGIBLE_CHANGES,
  changes_downgrade: CHANGE_DOWNGRADES,
}

const MONEY = ['price', 'shirt_value', 'min_installment']
const PICTURES = ['cover_image', 'event_image', 'product_image']

/** The path of a picture; null for other values. */
export const pictureOf = (field: string, value: unknown): string | null =>
  PICTURES.includes(field) && typeof value === 'string' && value !== '' ? value : null

/** One side of a difference, as its field shows it. `form` names what it refers to. */
export function valueWords(form: EventForm, { list, field }: Difference, value: unknown): string {
  if (value === undefined) return 'Sem este item'
  if (field === ITEM) return nameOf(value) || 'Este item'
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não'
  if (Array.isArray(value)) return value.map((id) => referredName(form, String(id))).join(', ') || 'Todas'
  const text = String(value ?? '')
  if (text === '') return 'Vazio'
  if (field.endsWith('_id') && field !== 'organizer_id') return referredName(form, text)
  if (list === 'discount_cupons' && field === 'type') return CHOICES.type_fee?.[text] ?? text
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return toBrazilianDate(text)
  const isMoney =
    MONEY.includes(field) || field.endsWith('_fee') || (field === 'value' && list !== 'discount_cupons')
  if (isMoney && toCents(text) !== null) return formatDecimal(text)
  return CHOICES[field]?.[text] ?? text
}

function referredName({ modalities, products, questionnaires }: EventForm, id: string): string {
  const items = [
    ...modalities.map((one) => [one.modality_id, one] as const),
    ...modalities.flatMap(({ categories }) => categories.map((one) => [one.category_id, one] as const)),
    ...products.map((one) => [one.id, one] as const),
    ...products.flatMap(({ tiers }) => tiers.map((one) => [one.id, one] as const)),
    ...questionnaires.map((one) => [one.id, one] as const),
  ]
  return nameOf(items.find(([own]) => String(own) === id)?.[1]) || 'Outro item'
}
