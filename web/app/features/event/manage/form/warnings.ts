import type { FieldProblem } from '#contract/errors.ts'
import { formatCents, toCents } from '#contract/money.ts'
import { type EventForm, kept } from './event-form.ts'
import { totalOf } from './offer.ts'

/**
 * What may be meant, but is probably a mistake; the event can be saved all the same. `today` is `yyyy-mm-dd` where the form is
 * filled in.
 */
export const warningsOf = (form: EventForm, today: string): FieldProblem[] => [
  ...dayWarnings(form, today),
  ...priceWarnings(form),
]

/** A day that is still being typed is none. */
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
  const kits = kept(products).filter(({ status }) => status === 1)
  const paid = kits.find(({ value }) => (toCents(value) ?? 0) > 0)
  if (is_free && paid)
    warnings.push({
      field: 'is_free',
      message: `O evento está marcado como gratuito, mas o produto "${paid.name}" custa ${formatCents(toCents(paid.value) ?? 0)}.`,
    })
  // A kit whose categories all go is sold to all.
  const ids = kept(modalities).flatMap(({ categories }) => kept(categories).map((one) => one.category_id))
  const known = new Set(ids.map(String))
  const pricesOf = (id: number) =>
    kits
      .filter(({ category_ids: own }) => own.includes(String(id)) || !own.some((one) => known.has(one)))
      .flatMap((kit) => [toCents(kit.value), totalOf(kit)])
  const differs = (price: string, prices: readonly (number | null)[]) =>
    price !== '' && prices.length > 0 && !prices.includes(toCents(price))
  modalities.forEach((modality, i) => {
    if (modality.removed) return
    const all = kept(modality.categories).flatMap((category) => pricesOf(category.category_id))
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
