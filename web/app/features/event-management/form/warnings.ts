import type { FieldProblem } from '#contract/errors.ts'
import { ITEM_STATUS } from '#contract/event/event-status.ts'
import { formatCents, toCents } from '#contract/money.ts'
import { type EventForm, type ProductForm, remaining } from './event-form.ts'
import { highestOf, totalsOf, valuesOf } from './offer.ts'

/** Values that are valid but probably mistakes. They do not block saving. */
export const warningsOf = (form: EventForm, today: string): FieldProblem[] => [
  ...dayWarnings(form, today),
  ...priceWarnings(form),
]

const dayOf = (text: string) => (/^\d{4}-\d\d-\d\d$/.test(text) ? text : '')

function dayWarnings(form: EventForm, today: string): FieldProblem[] {
  const date_event = dayOf(form.date_event)
  const end_date = dayOf(form.end_date)
  const kit_delivery_date = dayOf(form.kit_delivery_date)
  const warnings: FieldProblem[] = []
  if (date_event !== '' && date_event < today)
    warnings.push({
      field: 'date_event',
      message: 'A data do evento já passou: ninguém poderá se inscrever.',
    })
  else if (end_date !== '' && end_date < today)
    warnings.push({
      field: 'end_date',
      message: 'O fim das inscrições já passou: ninguém poderá se inscrever.',
    })
  if (date_event !== '' && kit_delivery_date > date_event)
    warnings.push({ field: 'kit_delivery_date', message: 'A entrega dos kits é depois do evento.' })
  return warnings
}

function priceWarnings({ is_free, modalities, products }: EventForm): FieldProblem[] {
  const warnings: FieldProblem[] = []
  const kits = remaining(products).filter(({ status }) => status === ITEM_STATUS.active)
  const highest = (kit: ProductForm) => highestOf(valuesOf(kit)) ?? 0
  const paid = kits.find((kit) => highest(kit) > 0)
  if (is_free && paid)
    warnings.push({
      field: 'is_free',
      message: `O evento está marcado como gratuito, mas o produto "${paid.name}" custa ${formatCents(highest(paid))}.`,
    })
  // A kit whose categories have all been removed is sold in all categories.
  const ids = remaining(modalities).flatMap(({ categories }) =>
    remaining(categories).map((one) => one.category_id),
  )
  const known = new Set(ids.map(String))
  const pricesOf = (id: number) =>
    kits
      .filter(({ category_ids: own }) => own.includes(String(id)) || !own.some((one) => known.has(one)))
      .flatMap((kit) => [...valuesOf(kit).map(toCents), ...totalsOf(kit)])
  const differs = (price: string, prices: readonly (number | null)[]) =>
    price !== '' && prices.length > 0 && !prices.includes(toCents(price))
  modalities.forEach((modality, i) => {
    if (modality.removed) return
    const all = remaining(modality.categories).flatMap((category) => pricesOf(category.category_id))
    if (differs(modality.price, all)) warnings.push(priceWarning(`modalities.${i}.price`, modality.price))
    modality.categories.forEach((category, j) => {
      if (!category.removed && differs(category.price, pricesOf(category.category_id)))
        warnings.push(priceWarning(`modalities.${i}.categories.${j}.price`, category.price))
    })
  })
  return warnings
}

const priceWarning = (field: string, price: string): FieldProblem => ({
  field,
  message: `Nenhum produto daqui custa ${formatCents(toCents(price) ?? 0)}. O corredor paga o preço do produto.`,
})
