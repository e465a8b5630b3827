import { toBrazilianDate } from '#contract/dates.ts'
import { firstCategory } from '#contract/event/kit-categories.ts'
import type { Missing } from '#contract/event/sellable.ts'
import type { OrganizerEvent } from '#contract/event-management/event-document.ts'
import type { FeeAmounts } from '#contract/fees/fee-bounds.ts'
import { toDecimal } from '#contract/money.ts'
import { serviceFee } from '#contract/pricing/kit-total.ts'
import { draftKitPrice } from '#server/features/event/domain/kit-price.ts'
import { presentFees } from '#server/features/fees/domain/fees.ts'
import type { Values } from './column-kinds.ts'
import { columnsOf, type EventDocument, nested, type StoredLevel } from './document.ts'
import { EVENT_COLUMNS, type ListName } from './lists.ts'

/** Not part of the document. */
export interface RelatedData {
  city: string | null
  setupFeeCents: number | null
  /** Items referenced by registrations, including cancelled ones. */
  used: readonly { list: ListName; id: number }[]
  fees: FeeAmounts | null
}

/** Additional fields of an item in the API's response. */
type Extra = (row: never, level: StoredLevel) => Values
const EXTRAS: { [Name in ListName]?: Extra } = {
  kits: (kit: EventDocument['kits'][number], { capacity }) => ({
    amount: capacity,
    category_id: firstCategory(kit.category_ids),
    calculated: {
      is_fee_charged_to_participant: kit.is_increment,
      service_fee: toDecimal(serviceFee(draftKitPrice(kit))),
    },
  }),
  shirt_sizes: (_, { held }) => ({ used_count: held }),
  kit_tiers: (_, { closed_at }) => ({ closed: closed_at !== null }),
}

export function presentDocument(
  document: EventDocument,
  { city, setupFeeCents, used, fees }: RelatedData,
): OrganizerEvent {
  const { event } = document
  const inUse = new Set(used.map(({ list, id }) => `${list}.${id}`))
  const { capacity, held, lists } = nested(document, ({ list, row, level, lists }) => ({
    [list.id]: row.id,
    ...presentColumns(list.columns, row),
    ...(list.stock && { [list.stock.field]: level.capacity, held: level.held }),
    ...(list.stock?.until && {
      [list.stock.until]: level.reserved_until && toBrazilianDate(level.reserved_until),
    }),
    ...(list.usedBy && { in_use: inUse.has(`${list.name}.${row.id}`) }),
    ...EXTRAS[list.name]?.(row as never, level),
    ...lists,
  }))
  const { min_fee_free, min_fee_paid, max_fee_percentage } = presentFees(fees)
  return {
    id: event.id,
    slug: event.slug,
    ...presentColumns(EVENT_COLUMNS, event),
    missing: event.missing as Missing[],
    opened: event.opened_at !== null,
    preview_token: event.preview_token,
    city,
    vacancy_limit: capacity,
    held,
    enterprise_id: event.enterprise_id,
    organizer_id: event.organizer_id,
    setup_fee: setupFeeCents === null ? null : toDecimal(setupFeeCents),
    fee_bounds: { min_fee_free, min_fee_paid, max_fee_percentage },
    lock_version: event.version,
    ...lists,
  } as OrganizerEvent
}

const presentColumns = (columns: object, row: Values): Values =>
  Object.fromEntries(
    columnsOf(columns).map(([column, [field, , kind]]) => {
      const value = row[column]
      return [field, value === null || !kind.present ? value : kind.present(value)]
    }),
  )
