export const STEPS = [
  'Dados do Evento',
  'Modalidades',
  'Produtos',
  'Formas de Pagamento e Cupons',
  'Termos',
  'Questionários',
] as const

export const PRODUCTS_STEP = STEPS.indexOf('Produtos')

const LISTS: Readonly<Record<string, number>> = {
  modalities: 1,
  products: PRODUCTS_STEP,
  payment_methods: 3,
  right_rules: 3,
  discount_cupons: 3,
  cancellation_tiers: 3,
  approves_cancellations: 3,
  max_installments: 3,
  min_installment: 3,
  installment_interest: 3,
  terms: 4,
  questionnaires: 5,
}

export const stepOf = (field: string): number => LISTS[field.split('.')[0] ?? ''] ?? 0
