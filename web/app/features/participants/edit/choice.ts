import { isSoldIn } from '#contract/event/kit-categories.ts'
import { toCents } from '#contract/money.ts'
import type { EditableRegistration } from '#contract/participants/edit.ts'
import { isOpen } from '#contract/payment/payment-status.ts'

/** The form's values: ids as text, empty for none. */
export interface Choice {
  modality_id: string
  category_id: string
  product_id: string
  shirt_size_id: string
  payment_method_id: string
}
export type ChoiceField = keyof Choice

const text = (id: number | null | undefined) => (id ? String(id) : '')

export const currentChoice = ({
  category,
  products: [product],
  payment_method_id,
}: EditableRegistration): Choice => ({
  modality_id: text(category.modality_id),
  category_id: text(category.id),
  product_id: text(product?.id),
  shirt_size_id: text(product?.shirt_size_id),
  payment_method_id: text(payment_method_id),
})

/** The options of the selects for the current values, and the resulting price. */
export function optionsOf({ event, paid, payment }: EditableRegistration, choice: Choice) {
  const modality = event.modalities.find(({ modality_id }) => text(modality_id) === choice.modality_id)
  const products = event.products.filter(({ category_ids: ids }) => isSoldIn(ids, Number(choice.category_id)))
  const product = products.find(({ id }) => text(id) === choice.product_id)
  const totalCents = product ? (toCents(product.total) ?? 0) : null
  const balanceCents = totalCents === null ? 0 : totalCents - (toCents(paid) ?? 0)
  const method = event.payment_methods.find(({ id }) => text(id) === choice.payment_method_id)
  return {
    modalities: event.modalities,
    categories: modality?.categories ?? [],
    products: choice.category_id ? products : [],
    sizes: product?.shirt_sizes ?? [],
    methods: event.payment_methods,
    product,
    totalCents,
    /** Amount in cents. Positive: still due. Negative: overpaid. */
    balanceCents,
    /** Whether the open charge already has this amount and method. */
    keepsCharge:
      payment !== null &&
      isOpen(payment.status_code) &&
      toCents(payment.value) === balanceCents &&
      payment.type === method?.type,
    isFree: totalCents === 0,
  }
}

/** Sets a field and clears those that no longer fit: another modality clears the category, and so on. */
export function withChange(
  registration: EditableRegistration,
  choice: Choice,
  field: ChoiceField,
  value: string,
): Choice {
  const next = { ...choice, [field]: value }
  if (field === 'modality_id') next.category_id = ''
  if (!optionsOf(registration, next).products.some(({ id }) => text(id) === next.product_id))
    next.product_id = ''
  if (!optionsOf(registration, next).sizes.some(({ id }) => text(id) === next.shirt_size_id))
    next.shirt_size_id = ''
  return next
}

export interface Problem {
  field: ChoiceField
  message: string
}

/** The missing fields, in the specification's words and order. */
export function problemsOf(registration: EditableRegistration, choice: Choice): Problem[] {
  const { sizes, isFree } = optionsOf(registration, choice)
  const missing = (['modality_id', 'category_id', 'product_id'] as const).filter((field) => !choice[field])
  const problems: Problem[] = missing.map((field) => ({
    field,
    message: 'Por favor, preencha todos os campos obrigatórios.',
  }))
  if (sizes.length > 0 && !choice.shirt_size_id)
    problems.push({ field: 'shirt_size_id', message: 'Por favor, selecione o tamanho da camisa.' })
  if (choice.product_id && !isFree && !choice.payment_method_id)
    problems.push({ field: 'payment_method_id', message: 'Por favor, selecione um método de pagamento.' })
  return problems
}

export const SERVER_FIELDS: Readonly<Record<string, ChoiceField>> = {
  category_id: 'category_id',
  'products.0.id': 'product_id',
  'products.0.shirt_size_id': 'shirt_size_id',
  payment_method_id: 'payment_method_id',
}

export const bodyOf = ({ version, status_code }: EditableRegistration, choice: Choice, isFree: boolean) => ({
  version,
  status: status_code,
  category_id: Number(choice.category_id),
  products: [
    {
      id: Number(choice.product_id),
      shirt_size_id: choice.shirt_size_id ? Number(choice.shirt_size_id) : null,
      quantity: 1 as const,
    },
  ],
  payment_method_id: isFree || !choice.payment_method_id ? null : Number(choice.payment_method_id),
})
