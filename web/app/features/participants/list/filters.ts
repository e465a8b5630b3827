import { toBrazilianDate, toIsoDate } from '#contract/dates.ts'
import type { listParticipants } from '#contract/participants.ts'
import type { Success } from '#contract/route.ts'

export type ListedEvent = Success<typeof listParticipants>['event']

/** The filters of the participants, named as in the API and the URL; an empty value filters nothing. */
export const FILTERS = [
  'modality_id',
  'category_id',
  'product_id',
  'registration_status',
  'payment_status',
  'payment_date_start',
  'payment_date_end',
  'money',
] as const
export type FilterName = (typeof FILTERS)[number]
export type ParticipantFilters = Partial<Record<FilterName | 'search', string>>

export const REGISTRATION_FILTER = [
  ['0', 'Pendente'],
  ['1', 'Confirmado'],
  ['2', 'Cancelado'],
] as const

/** In the specification's order. */
export const PAYMENT_FILTER = [
  ['3', 'Confirmado'],
  ['2', 'Pago'],
  ['0', 'Pendente'],
  ['4', 'Vencido'],
  ['6', 'Cancelado'],
  ['7', 'Falhou'],
] as const

const MONEY_FILTER = [
  ['paid', 'com dinheiro recebido'],
  ['free', 'gratuitos'],
] as const

const LABELS: Readonly<Record<FilterName, string>> = {
  modality_id: 'Modalidade',
  category_id: 'Categoria',
  product_id: 'Produto',
  registration_status: 'Inscrição',
  payment_status: 'Pagamento',
  payment_date_start: 'Pago a partir de',
  payment_date_end: 'Pago até',
  money: 'Só',
}

type Choices = readonly (readonly [value: string, words: string])[]

/** What the filters may be, with their words; those of the event are empty until it is loaded. */
export function choicesOf(event: ListedEvent | undefined) {
  const modalities = event?.modalities ?? []
  return {
    modality_id: modalities.map(({ modality_id, modality_name }) => [String(modality_id), modality_name]),
    category_id: modalities.flatMap(({ categories }) =>
      categories.map(({ category_id, category_name }) => [String(category_id), category_name]),
    ),
    product_id: (event?.products ?? []).map(({ id, name }) => [String(id), name]),
    registration_status: REGISTRATION_FILTER,
    payment_status: PAYMENT_FILTER,
    money: MONEY_FILTER,
  } as const satisfies Partial<Record<FilterName, Choices | string[][]>>
}

/** `Produto: Kit Completo`; an ellipsis where the words are still loading. */
export function filterWords(name: FilterName, value: string, event: ListedEvent | undefined): string {
  const label = LABELS[name]
  if (name === 'payment_date_start' || name === 'payment_date_end') {
    const day = toIsoDate(value)
    return `${label} ${day ? toBrazilianDate(day) : value}`
  }
  const words = choicesOf(event)[name].find(([one]) => one === value)?.[1] ?? '…'
  return name === 'money' ? `${label} ${words}` : `${label}: ${words}`
}
