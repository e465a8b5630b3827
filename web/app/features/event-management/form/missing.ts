import type { FieldProblem } from '#contract/errors.ts'
import { ITEM_STATUS } from '#contract/event/event-status.ts'
import { type MissingInOffer, missingIn } from '#contract/event/sellable.ts'
import { lackingProblems } from '#contract/event-management/event-rules.ts'
import { formatCents } from '#contract/money.ts'
import { MINIMUM_CHARGE_CENTS } from '#contract/pricing/price.ts'
import { VALIDATION } from '#contract/validation.ts'
import { type EventForm, remaining } from './event-form.ts'
import { categoryIds, sellsIn } from './kit-categories.ts'
import { decisiveTotal } from './offer.ts'
import { formPath, inputOf } from './sent-event.ts'

const SENTENCES: Readonly<Record<Exclude<MissingInOffer, 'category_kit'>, FieldProblem>> = {
  modality: { field: 'modalities', message: 'Adicione uma modalidade ativa.' },
  category: { field: 'modalities', message: 'Adicione uma categoria a uma modalidade ativa.' },
  kit: { field: 'products', message: 'Adicione um produto ativo.' },
  price: {
    field: 'products',
    message: `O total de um produto pago fica abaixo de ${formatCents(MINIMUM_CHARGE_CENTS)}, o menor pagamento.`,
  },
  payment: { field: 'payment_methods', message: 'Ative uma forma de pagamento.' },
}

/** What the form lacks before anybody can register: the items on sale and required fields of the event. */
export const missingOf = (form: EventForm): FieldProblem[] => [
  ...missingInOffer(form),
  // A draft is stored with a title, so the server's rule does not name it.
  ...(form.title.trim() === '' ? [{ field: 'title', message: VALIDATION.required }] : []),
  ...lackingProblems(inputOf(form)).map((one) => ({ ...one, field: formPath(form, one.field) })),
]

function missingInOffer(form: EventForm): FieldProblem[] {
  const { modalities, products, payment_methods } = form
  return missingIn({
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
  }).flatMap((one) => (one === 'category_kit' ? categoriesWithoutKit(form) : SENTENCES[one]))
}

const MOST_NAMED = 6

function categoriesWithoutKit({ modalities, products }: EventForm): FieldProblem[] {
  const active = remaining(modalities).filter(({ status }) => status === ITEM_STATUS.active)
  const all = categoryIds(modalities)
  const isSold = (id: string) => remaining(products).some(({ category_ids: ids }) => sellsIn(ids, id, all))
  const bare = active.flatMap(({ modality_name, categories }) =>
    remaining(categories)
      .filter(({ category_id: id }) => !isSold(String(id)))
      .map(
        ({ category_name: name }) => `"${name || 'sem nome'}" (${modality_name || 'modalidade sem nome'})`,
      ),
  )
  const named = bare.length > MOST_NAMED ? bare.slice(0, MOST_NAMED - 1) : bare
  const rest = bare.length - named.length
  return [
    ...named.map((name) => ({ field: 'products', message: `Categoria ${name} sem produto` })),
    ...(rest > 0 ? [{ field: 'products', message: `Outras ${rest} categorias sem produto` }] : []),
  ]
}
