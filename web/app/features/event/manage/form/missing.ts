import type { FieldProblem } from '#contract/errors.ts'
import { toCents } from '#contract/money.ts'
import { type Missing, missingIn } from '#contract/sellable.ts'
import { type EventForm, kept } from './event-form.ts'

const SENTENCES: Readonly<Record<Missing, FieldProblem>> = {
  modality: { field: 'modalities', message: 'Adicione uma modalidade ativa.' },
  category: { field: 'modalities', message: 'Adicione uma categoria a uma modalidade ativa.' },
  kit: { field: 'products', message: 'Adicione um produto ativo.' },
  payment: { field: 'payment_methods', message: 'Ative uma forma de pagamento.' },
}

/** What the event, as it is in the form, lacks before anybody can register for it. */
export const missingOf = ({ modalities, products, payment_methods }: EventForm): FieldProblem[] =>
  missingIn({
    modalities: kept(modalities).map(({ status, categories }) => ({
      status,
      categories: kept(categories).map(({ category_id: id }) => ({ id: String(id) })),
    })),
    kits: kept(products).map(({ status, category_ids: categoryIds, value }) => ({
      status,
      categoryIds,
      costs: (toCents(value) ?? 0) > 0,
    })),
    payments: payment_methods,
  }).map((one) => SENTENCES[one])
