import type { FieldProblem } from '#contract/errors.ts'
import type { EventDraft } from '#contract/organizer-event.ts'
import type { EventDocument, LevelRow, ListName } from './document.ts'
import { byId } from './workbench.ts'

const GONE = 'Este item não existe mais. Recarregue a página.'
const REPEATED = 'Este item está repetido.'

interface Named {
  list: ListName
  id: number
  field: string
}

/** What a draft says of stored items that is not so: ids of other events or none, an id twice, links that lead nowhere. */
export function storedProblems(draft: EventDraft, stored: EventDocument | null): FieldProblem[] {
  return [...idProblems(draft, stored), ...moveProblems(draft, stored), ...couponLinkProblems(draft)]
}

function idProblems(draft: EventDraft, stored: EventDocument | null): FieldProblem[] {
  const known = (list: ListName) => new Set(stored?.[list].map((row) => row.id))
  const unused = new Map<ListName, Set<number>>()
  const temporary = new Map<ListName, Set<number>>()
  return namedItems(draft).flatMap(({ list, id, field }) => {
    if (id < 0) {
      const said = temporary.get(list) ?? new Set()
      temporary.set(list, said)
      // A link to an id that two items say would lead to either.
      return said.size < said.add(id).size ? [] : [{ field, message: REPEATED }]
    }
    const ids = unused.get(list) ?? known(list)
    unused.set(list, ids)
    // Each id may be said once: it is taken out when it was.
    return ids.delete(id) ? [] : [{ field, message: GONE }]
  })
}

/** Every item that says an id: a stored one's, or a temporary, negative one. Payment methods are known by their type. */
function namedItems(draft: EventDraft): Named[] {
  const items: Named[] = []
  const add = (list: ListName, id: number | null | undefined, field: string) => {
    if (id) items.push({ list, id, field })
  }
  draft.modalities.forEach((modality, i) => {
    add('modalities', modality.modality_id, `modalities.${i}.modality_id`)
    modality.categories.forEach((category, j) => {
      add('categories', category.category_id, `modalities.${i}.categories.${j}.category_id`)
    })
  })
  draft.products.forEach((product, i) => {
    add('kits', product.id, `products.${i}.id`)
    product.shirt_sizes.forEach((size, j) => {
      add('shirt_sizes', size.id, `products.${i}.shirt_sizes.${j}.id`)
    })
  })
  draft.discount_cupons.forEach((coupon, i) => {
    add('coupons', coupon.id, `discount_cupons.${i}.id`)
  })
  draft.terms.forEach((term, i) => {
    add('terms', term.id, `terms.${i}.id`)
  })
  draft.questionnaires.forEach((question, i) => {
    add('questionnaires', question.id, `questionnaires.${i}.id`)
  })
  return items
}

/** Registrations say both their category and its modality, sizes both kit and size: neither changes its parent. */
function moveProblems(draft: EventDraft, stored: EventDocument | null): FieldProblem[] {
  const modalityOf = new Map(stored?.categories.map((row) => [row.id, row.modality_id]))
  const kitOf = new Map(stored?.shirt_sizes.map((row) => [row.id, row.kit_id]))
  const moved = (before: number | undefined, now: number | null | undefined) =>
    before !== undefined && before !== now
  return [
    ...draft.modalities.flatMap((modality, i) =>
      modality.categories.flatMap((category, j) =>
        moved(modalityOf.get(category.category_id ?? 0), modality.modality_id)
          ? [
              {
                field: `modalities.${i}.categories.${j}.category_id`,
                message: 'A categoria não pode mudar de modalidade.',
              },
            ]
          : [],
      ),
    ),
    ...draft.products.flatMap((product, i) =>
      product.shirt_sizes.flatMap((size, j) =>
        moved(kitOf.get(size.id ?? 0), product.id)
          ? [
              {
                field: `products.${i}.shirt_sizes.${j}.id`,
                message: 'O tamanho não pode mudar de produto.',
              },
            ]
          : [],
      ),
    ),
  ]
}

/** A coupon without a kit serves all kits, so a link to a kit that went must be said, not dropped. */
function couponLinkProblems(draft: EventDraft): FieldProblem[] {
  const kits = new Set(draft.products.map((product) => product.id))
  return draft.discount_cupons.flatMap(({ product_id: id }, i) =>
    id && !kits.has(id)
      ? [{ field: `discount_cupons.${i}.product_id`, message: 'O kit deste cupom não existe mais.' }]
      : [],
  )
}

/** Limits below what registrations hold; `held` must have been read under the levels' locks. */
export function limitProblems(
  wanted: readonly LevelRow[],
  locked: readonly LevelRow[],
  limitFields: ReadonlyMap<number, string>,
): FieldProblem[] {
  const held = byId(locked)
  return wanted.flatMap(({ id, capacity }) => {
    const taken = held.get(id)?.held ?? 0
    return capacity === null || capacity >= taken
      ? []
      : [
          {
            field: limitFields.get(id) ?? 'vacancy_limit',
            message: `O limite não pode ser menor que ${taken}, o que já está reservado.`,
          },
        ]
  })
}
