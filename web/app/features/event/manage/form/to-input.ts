import type { EventInput } from '#contract/organizer-event.ts'
import type { EventForm } from './event-form.ts'

const NEW_EVENT_STATUS = 1

/**
 * What is sent when the form is saved. A new event opens; the status of a stored one is switched in the list and stays.
 * Items keep their places, so that a refused field is found by its path.
 */
export function inputOf({ lock_version, organizer_id, held: _read, ...form }: EventForm): EventInput {
  const { modalities, products, discount_cupons, questionnaires, payment_methods, ...fields } = form
  return {
    ...fields,
    ...(organizer_id && { organizer_id: Number(organizer_id) }),
    ...(lock_version === null ? { status: NEW_EVENT_STATUS } : { lock_version }),
    modalities: modalities.map(({ held: _read, categories, ...modality }) => ({
      ...modality,
      categories: categories.map(({ held: _read, ...category }) => category),
    })),
    products: products.map(({ held: _read, category_id, shirt_sizes, ...product }) => ({
      ...product,
      category_id: mapped(category_id, categoryIds(modalities)),
      shirt_sizes: shirt_sizes.map(({ held: _read, ...size }) => size),
    })),
    discount_cupons: discount_cupons.map(({ held: _read, code, ...coupon }) => ({
      ...coupon,
      code: code.toUpperCase(),
    })),
    questionnaires: questionnaires.map(({ attach_file, ...question }) => ({
      ...question,
      attach_file: attach_file ? 1 : 0,
    })),
    payment_methods,
  }
}

const categoryIds = (modalities: EventForm['modalities']) =>
  new Set(modalities.flatMap(({ categories }) => categories.map((category) => category.category_id)))

/** A link to what is no longer there is sent as none. */
const mapped = (id: string, known: ReadonlySet<number>) => (known.has(Number(id)) ? Number(id) : null)
