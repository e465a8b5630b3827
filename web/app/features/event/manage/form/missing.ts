import type { FieldProblem } from '#contract/errors.ts'
import { lackingFields } from '#contract/event-rules.ts'
import { formatCents } from '#contract/money.ts'
import { MINIMUM_CHARGE_CENTS } from '#contract/price.ts'
import { type MissingInOffer, missingIn } from '#contract/sellable.ts'
import { VALIDATION } from '#contract/validation.ts'
import { type EventForm, kept } from './event-form.ts'
import { totalOf } from './offer.ts'

const SENTENCES: Readonly<Record<MissingInOffer, FieldProblem>> = {
  modality: { field: 'modalities', message: 'Adicione uma modalidade ativa.' },
  category: { field: 'modalities', message: 'Adicione uma categoria a uma modalidade ativa.' },
  kit: { field: 'products', message: 'Adicione um produto ativo.' },
  category_kit: { field: 'products', message: 'Há categorias sem produto: inclua cada uma em algum.' },
  price: {
    field: 'products',
    message: `O total de um produto pago fica abaixo de ${formatCents(MINIMUM_CHARGE_CENTS)}, o menor pagamento.`,
  },
  payment: { field: 'payment_methods', message: 'Ative uma forma de pagamento.' },
}

/** What the event, as it is in the form, lacks before anybody can register for it: what is sold, and its own fields. */
export const missingOf = (form: EventForm): FieldProblem[] => [
  ...missingInOffer(form),
  ...lackingFields(form).map((field) => ({ field, message: VALIDATION.required })),
]

const missingInOffer = ({ modalities, products, payment_methods }: EventForm): FieldProblem[] =>
  missingIn({
    modalities: kept(modalities).map(({ status, categories }) => ({
      status,
      categories: kept(categories).map(({ category_id: id }) => ({ id: String(id) })),
    })),
    kits: kept(products).map((product) => ({
      status: product.status,
      categoryIds: product.category_ids,
      totalCents: totalOf(product),
    })),
    payments: payment_methods,
  }).map((one) => SENTENCES[one])
