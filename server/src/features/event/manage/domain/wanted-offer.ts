import type { EventDraft } from '#contract/organizer-event.ts'
import type { EventDocument } from './document.ts'
import { byId, type Workbench } from './workbench.ts'

type Links = Map<number, number>

/** Modalities and categories as wanted; `links` maps the ids the draft names categories by to their real ones. */
export function wantedModalities(
  bench: Workbench,
  draft: EventDraft,
): Pick<EventDocument, 'modalities' | 'categories'> & { links: Links } {
  const { eventId: event_id, stored } = bench
  const old = { modalities: byId(stored?.modalities), categories: byId(stored?.categories) }
  const categories: EventDocument['categories'] = []
  const links: Links = new Map()
  const modalities = draft.modalities.map((modality, position) => {
    const id = bench.idOf('modalities', modality.modality_id)
    const field = `modalities.${position}`
    modality.categories.forEach((category, place) => {
      const categoryId = bench.idOf('categories', category.category_id)
      if (category.category_id) links.set(category.category_id, categoryId)
      categories.push({
        id: categoryId,
        event_id,
        modality_id: id,
        name: category.category_name,
        description: category.description,
        price_cents: category.price,
        route_path: category.route,
        stock_level_id: bench.levelOf(old.categories.get(categoryId), 'category', {
          capacity: category.vacancy_limit,
          field: `${field}.categories.${place}.vacancy_limit`,
        }),
        position: place,
      })
    })
    return {
      id,
      event_id,
      name: modality.modality_name,
      description: modality.description,
      price_cents: modality.price,
      status: modality.status,
      stock_level_id: bench.levelOf(old.modalities.get(id), 'modality', {
        capacity: modality.vacancy_limit,
        field: `${field}.vacancy_limit`,
      }),
      position,
    }
  })
  return { modalities, categories, links }
}

/** Kits and sizes as wanted. A link to a category that is not in the draft becomes none. */
export function wantedKits(
  bench: Workbench,
  draft: EventDraft,
  categoryLinks: Links,
): Pick<EventDocument, 'kits' | 'shirt_sizes'> & { links: Links } {
  const { eventId: event_id, stored } = bench
  const old = { kits: byId(stored?.kits), sizes: byId(stored?.shirt_sizes) }
  const shirt_sizes: EventDocument['shirt_sizes'] = []
  const links: Links = new Map()
  const kits = draft.products.map((product, position) => {
    const id = bench.idOf('kits', product.id)
    const field = `products.${position}`
    if (product.id) links.set(product.id, id)
    product.shirt_sizes.forEach((size, place) => {
      const sizeId = bench.idOf('shirt_sizes', size.id)
      const stock_level_id = bench.levelOf(old.sizes.get(sizeId), 'shirt_size', {
        capacity: size.quantity,
        field: `${field}.shirt_sizes.${place}.quantity`,
      })
      shirt_sizes.push({ id: sizeId, kit_id: id, name: size.size, stock_level_id, position: place })
    })
    return {
      id,
      event_id,
      category_id: categoryLinks.get(product.category_id ?? 0) ?? null,
      name: product.name,
      description: product.description,
      value_cents: product.value,
      fee_type: product.type_fee,
      fee_rate: product.rate_organizer,
      is_increment: product.is_increment,
      status: product.status,
      image_path: product.product_image,
      stock_level_id: bench.levelOf(old.kits.get(id), 'kit', {
        capacity: product.quantity,
        field: `${field}.quantity`,
      }),
      position,
    }
  })
  return { kits, shirt_sizes, links }
}

/** Coupons as wanted. Their links lead somewhere, `storedProblems` has seen to it: a coupon never comes to serve more kits unseen. */
export function wantedCoupons(
  bench: Workbench,
  draft: EventDraft,
  kitLinks: Links,
): EventDocument['coupons'] {
  const old = byId(bench.stored?.coupons)
  return draft.discount_cupons.map((coupon, i) => {
    const id = bench.idOf('coupons', coupon.id)
    return {
      id,
      event_id: bench.eventId,
      code: coupon.code,
      type: coupon.type,
      value: coupon.value,
      status: coupon.status,
      starts_on: coupon.start_date,
      ends_on: coupon.end_date,
      kit_id: kitLinks.get(coupon.product_id ?? 0) ?? null,
      stock_level_id: bench.levelOf(old.get(id), 'coupon', {
        capacity: coupon.quantity,
        field: `discount_cupons.${i}.quantity`,
      }),
    }
  })
}
