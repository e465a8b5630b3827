import type { EventForm } from './event-form.ts'

export interface CategoryChoice {
  /** The category's id as text. */
  value: string
  label: string
}

/** Every pair of modality and category once, whatever it is called twice. */
export function categoryChoices(modalities: EventForm['modalities']): CategoryChoice[] {
  const choices = modalities.flatMap((modality) =>
    modality.categories.map((category) => ({
      value: String(category.category_id),
      label: `${modality.modality_name || 'Modalidade sem nome'} — ${category.category_name || 'Categoria sem nome'}`,
    })),
  )
  const said = new Set<string>()
  return choices.filter(({ label }) => said.size < said.add(label).size)
}

/** For a new product: the first category that none serves yet, else the first. */
export function nextCategory({
  modalities,
  products,
}: Pick<EventForm, 'modalities' | 'products'>): string | null {
  const choices = categoryChoices(modalities)
  const served = new Set(products.map((product) => product.category_id))
  return (choices.find(({ value }) => !served.has(value)) ?? choices[0])?.value ?? null
}
