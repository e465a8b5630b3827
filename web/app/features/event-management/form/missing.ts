import type { FieldProblem } from '#contract/errors.ts'
import { type MissingInOffer, missingIn } from '#contract/event/sellable.ts'
import { lackingProblems } from '#contract/event-management/event-rules.ts'
import { formatCents } from '#contract/money.ts'
import { MINIMUM_CHARGE_CENTS } from '#contract/pricing/price.ts'
import { type EventForm, remaining } from './event-form.ts'
import { decisiveTotal } from './offer.ts'
import { formPath, inputOf } from './sent-event.ts'

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

/** What the form lacks before anybody can register: the items on sale and required fields of the event. */
export const missingOf = (form: EventForm): FieldProblem[] => [
  ...missingInOffer(form),
  ...lackingProblems(inputOf(form)).map((one) => ({ ...one, field: formPath(form, one.field) })),
]

const missingInOffer = ({ modalities, products, payment_methods }: EventForm): FieldProblem[] =>
  missingIn({
    modalities: remaining(modalities).map(({ status, categories }) => ({
      status,
      categories: remaining(categories).map(({ category_id: id }) => ({ id: String(id) })),
    })),
    kits: remaining(products).map((product) => ({
      status: product.status,
      categoryIds: product.category_ids,
      totalCents: decisiveTotal(product),
    })),
    payments: payment_methods,
  }).map((one) => SENTENCES[one])
