import { isDeepStrictEqual } from 'node:util'
import type { IsoDate } from '#contract/dates.ts'
import type { FieldProblem } from '#contract/errors.ts'
import type { EventDraft } from '#contract/event-management/event-document.ts'
import {
  byId,
  columnsOf,
  type DraftItem,
  type EventDocument,
  itemsOf,
  type LevelRow,
  parentColumn,
  storedItems,
} from './document.ts'

/** Unknown, repeated and other events' ids, and links to missing items. */
export function storedProblems(draft: EventDraft, stored: EventDocument | null): FieldProblem[] {
  const items = itemsOf(draft)
  const storedOf = storedItems(stored)
  const seen = new Set<string>()
  const keyOf = (list: string, id: unknown) => `${list}.${id}`
  const sent = new Set(items.map(({ list, id }) => keyOf(list.name, id)))

  const idProblem = (item: DraftItem) => {
    if (!item.id) return null
    const isRepeated = seen.size === seen.add(keyOf(item.list.name, item.id)).size
    // A link to an id that two items share would be ambiguous.
    if (item.id < 0) return isRepeated ? 'Este item está repetido.' : null
    return isRepeated || !storedOf(item) ? 'Este item não existe mais. Recarregue a página.' : null
  }
  /** Registrations reference a category with its modality, and a size with its kit. */
  const moveProblem = (item: DraftItem) => {
    const row = storedOf(item)
    const { parent } = item.list
    return row && parent && row[parentColumn(item.list)] !== item.parent?.id ? parent.moved : null
  }
  return items.flatMap((item) => {
    const { list, path, values } = item
    const own = [idProblem(item), moveProblem(item)].flatMap((message) =>
      message ? [{ field: `${path}.${list.id}`, message }] : [],
    )
    const links = columnsOf(list.columns).flatMap(([, [field, , { link }]]) => {
      const wanted = [values[field] ?? []].flat()
      return link?.missing && wanted.length > 0 && !wanted.some((id) => sent.has(keyOf(link.list, id)))
        ? [{ field: `${path}.${field}`, message: link.missing }]
        : []
    })
    return [...own, ...links]
  })
}

/** A tier that has ended stays as it is and where it is. The caller has locked the event. */
export function endedTierProblems(
  stored: EventDocument,
  planned: EventDocument,
  limitFields: ReadonlyMap<number, string>,
  today: IsoDate,
): FieldProblem[] {
  const isSent = byId(planned.kit_tiers)
  return stored.kits.flatMap(({ id: kitId }) => {
    const ended = endedTiers(stored, kitId, today).filter(({ id }) => isSent.has(id))
    const now = tiersIn(planned, kitId)
    return ended.flatMap((tier, rank) => {
      if (isDeepStrictEqual(now[rank], { ...tier, name: now[rank]?.name })) return []
      const message = 'Este lote já terminou: o valor, a data, a quantidade e a ordem dele não mudam mais.'
      return [{ field: limitFields.get(tier.stock_level_id) ?? 'products', message }]
    })
  })
}

const tiersIn = ({ kit_tiers, stock_levels }: EventDocument, kitId: number) => {
  const levels = byId(stock_levels)
  return kit_tiers
    .filter(({ kit_id }) => kit_id === kitId)
    .sort((a, b) => a.position - b.position)
    .map(({ position: _, ...tier }) => {
      const { capacity = null, closed_at = null } = levels.get(tier.stock_level_id) ?? {}
      return { ...tier, capacity, closed_at }
    })
}

/** The last tier of a kit has no end. */
const endedTiers = (document: EventDocument, kitId: number, today: IsoDate) =>
  tiersIn(document, kitId)
    .slice(0, -1)
    .filter(({ ends_on, closed_at }) => closed_at !== null || (ends_on !== null && ends_on < today))

/** `held` must have been read under the levels' locks. */
export function limitProblems(
  planned: readonly LevelRow[],
  locked: readonly LevelRow[],
  limitFields: ReadonlyMap<number, string>,
): FieldProblem[] {
  const levels = byId(locked)
  return planned.flatMap(({ id, capacity }) => {
    const held = levels.get(id)?.held ?? 0
    if (capacity === null || capacity >= held) return []
    const message = `O limite não pode ser menor que ${held}, o que já está reservado.`
    return [{ field: limitFields.get(id) ?? 'vacancy_limit', message }]
  })
}
