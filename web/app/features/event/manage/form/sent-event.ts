import type { EventInput } from '#contract/organizer-event.ts'
import { type EventForm, kept } from './event-form.ts'

const NEW_EVENT_STATUS = 1

/**
 * What is sent when the form is saved, without the removed items. A new event opens unless another status is asked for; that of a
 * stored one stays. A kit is sent without the categories that are removed.
 */
export function inputOf({ lock_version, organizer_id, ...form }: EventForm, status?: 0 | 1): EventInput {
  const modalities = kept(form.modalities).map((modality) => ({
    ...modality,
    categories: kept(modality.categories),
  }))
  const categories = new Set(
    modalities.flatMap((modality) => modality.categories.map(({ category_id: id }) => String(id))),
  )
  return {
    ...form,
    ...(organizer_id && { organizer_id: Number(organizer_id) }),
    ...(lock_version === null ? { status: NEW_EVENT_STATUS } : { lock_version }),
    ...(status !== undefined && { status }),
    modalities,
    products: kept(form.products).map((product) => ({
      ...product,
      category_ids: product.category_ids.filter((id) => categories.has(id)),
      shirt_sizes: kept(product.shirt_sizes),
    })),
    discount_cupons: kept(form.discount_cupons),
    terms: kept(form.terms),
    questionnaires: kept(form.questionnaires),
    cancellation_tiers: kept(form.cancellation_tiers),
  }
}

/** Where a field of what `inputOf` sends stands in the form: among the items that stay and the removed ones. */
export function formPath(form: EventForm, path: string): string {
  let value: unknown = form
  const keys = path.split('.').map((key) => {
    const own = Array.isArray(value) ? formIndex(value, Number(key)) : key
    value = typeof value === 'object' && value !== null ? Reflect.get(value, own) : undefined
    return own
  })
  return keys.join('.')
}

function formIndex(items: readonly { removed?: boolean }[], sent: number): string {
  const positions = items.flatMap(({ removed }, index) => (removed ? [] : [index]))
  return String(positions[sent] ?? sent)
}
