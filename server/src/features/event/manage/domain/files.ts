import type { EventDraft } from '#contract/organizer-event.ts'
import type { EventDocument } from './document.ts'

export type FilePurpose = 'cover' | 'event' | 'route' | 'product'

interface FileField {
  field: string
  /** A storage path or a data URL. */
  ref: string
  purpose: FilePurpose
}

/** Every file a draft names. */
export function filesOf(draft: EventDraft): FileField[] {
  const files: FileField[] = [
    { field: 'cover_image', ref: draft.cover_image, purpose: 'cover' },
    { field: 'event_image', ref: draft.event_image, purpose: 'event' },
  ]
  draft.modalities.forEach((modality, i) => {
    modality.categories.forEach(({ route }, j) => {
      if (route) files.push({ field: `modalities.${i}.categories.${j}.route`, ref: route, purpose: 'route' })
    })
  })
  draft.products.forEach(({ product_image: image }, i) => {
    if (image) files.push({ field: `products.${i}.product_image`, ref: image, purpose: 'product' })
  })
  return files
}

/** The draft with each file's path in the place of what named it. */
export function withPaths(
  draft: EventDraft,
  pathOf: (ref: string, purpose: FilePurpose) => string,
): EventDraft {
  return {
    ...draft,
    cover_image: pathOf(draft.cover_image, 'cover'),
    event_image: pathOf(draft.event_image, 'event'),
    modalities: draft.modalities.map((modality) => ({
      ...modality,
      categories: modality.categories.map((one) => ({
        ...one,
        route: one.route && pathOf(one.route, 'route'),
      })),
    })),
    products: draft.products.map((one) => ({
      ...one,
      product_image: one.product_image && pathOf(one.product_image, 'product'),
    })),
  }
}

/** The files an event has already: naming them again asks nothing. */
export const storedPaths = ({ event, categories, kits }: EventDocument): Set<string | null> =>
  new Set([
    event.cover_path,
    event.image_path,
    ...categories.map((category) => category.route_path),
    ...kits.map((kit) => kit.image_path),
  ])
