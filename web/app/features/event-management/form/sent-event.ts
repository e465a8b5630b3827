import { EVENT_STATUS, ITEM_STATUS } from '#contract/event/event-status.ts'
import type { EventInput } from '#contract/event-management/event-document.ts'
import { type EventForm, remaining, type TierForm } from './event-form.ts'
import { categoryIds } from './kit-categories.ts'

/**
 * The request body that saves the form, without removed items and without references of kits to removed
 * categories. Unless `status` is given, a new event is opened and a stored one keeps its status.
 */
export function inputOf({ lock_version, organizer_id, ...form }: EventForm, status?: 0 | 1): EventInput {
  const modalities = remaining(form.modalities).map((modality) => ({
    ...modality,
    categories: remaining(modality.categories),
  }))
  const categories = new Set(categoryIds(modalities))
  return {
    ...form,
    ...(organizer_id && { organizer_id: Number(organizer_id) }),
    ...(lock_version === null ? { status: EVENT_STATUS.open } : { lock_version }),
    ...(status !== undefined && { status }),
    modalities,
    products: remaining(form.products).map((product) => ({
      ...product,
      category_ids: product.category_ids.filter((id) => categories.has(id)),
      ...priceOf(product.value, remaining(product.tiers)),
      shirt_sizes: remaining(product.shirt_sizes),
    })),
    right_rules: remaining(form.right_rules).map((right) => ({
      ...right,
      off_reason: right.status === ITEM_STATUS.active ? '' : right.off_reason,
    })),
    discount_cupons: remaining(form.discount_cupons),
    terms: remaining(form.terms),
    questionnaires: remaining(form.questionnaires),
    cancellation_tiers: remaining(form.cancellation_tiers),
    group_prices: remaining(form.group_prices),
  }
}

/** The last tier has no end, even if it had one before those after it were removed. */
const priceOf = (value: string, tiers: readonly TierForm[]) => ({
  value: tiers.length > 0 ? null : value,
  tiers: tiers.map((tier, i) => (i === tiers.length - 1 ? { ...tier, ends_on: '', quantity: '' } : tier)),
})

/** Maps a path of the body that `inputOf` returns to the form, whose lists also contain removed items. */
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
