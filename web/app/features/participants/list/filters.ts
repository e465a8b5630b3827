/** The filters of the participants, named as in the API and the URL; an empty value filters nothing. */
export const FILTERS = [
  'modality_id',
  'category_id',
  'product_id',
  'registration_status',
  'payment_status',
  'payment_date_start',
  'payment_date_end',
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
