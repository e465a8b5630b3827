import type { PublicEvent } from '#contract/event/event.ts'
import { type Cents, formatCents, toCents } from '#contract/money.ts'
import { plural } from '#contract/words.ts'
import { ApiFailure } from '#web/api/api.ts'
import type { PricedOrder } from './order.ts'

/** The total that the runner saw and the one that the server computed. */
export interface PriceChange {
  expectedCents: Cents
  currentCents: Cents
}

/** Null for every other failure, and when the server knows only that the event has changed. */
export function priceChangeOf(failure: unknown): PriceChange | null {
  if (!(failure instanceof ApiFailure) || failure.code !== 'offer_changed' || !failure.data) return null
  const [expectedCents, currentCents] = [toCents(failure.data.expected), toCents(failure.data.current)]
  return expectedCents === null || currentCents === null ? null : { expectedCents, currentCents }
}

export const priceChangeWords = ({ expectedCents, currentCents }: PriceChange): string =>
  `O preço mudou: de ${formatCents(expectedCents)} para ${formatCents(currentCents)}.`

/** Why the order costs more or less than before, as far as price tiers tell. */
export function priceChangeReasons(order: PricedOrder, before: PublicEvent, now: PublicEvent): string[] {
  const ids = order.participants.flatMap(({ choice }) => choice.kit?.id ?? [])
  const kits = [...new Set(ids)]
  return kits
    .flatMap((id) => {
      const [old, current] = [before, now].map(({ products }) => products.find((kit) => kit.id === id))
      if (!old?.tier || !current?.tier) return []
      const prefix = kits.length > 1 ? `${current.name}: ` : ''
      if (old.tier.name !== current.tier.name)
        return `${prefix}o lote "${old.tier.name}" acabou. Agora vale o lote "${current.tier.name}".`
      const { remaining } = current.tier
      const isShort = remaining !== null && remaining < ids.filter((one) => one === id).length
      return isShort && current.next_tier
        ? `${prefix}${leftWords(remaining)} no lote "${current.tier.name}". Quem passa disso fica no lote "${current.next_tier.name}".`
        : []
    })
    .map(capitalized)
}

const leftWords = (remaining: number): string =>
  `${remaining === 1 ? 'só resta' : 'só restam'} ${plural(remaining, 'inscrição', 'inscrições')}`

const capitalized = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1)

/** The server's total of an order whose price has changed. */
export interface Quote {
  totalCents: Cents
  /** The order and the version of the event for which the total is valid. */
  contents: string
}

export const contentsOf = ({ participants, coupon }: PricedOrder, version: number): string =>
  JSON.stringify([
    version,
    coupon?.id,
    participants.map(({ who, choice, rights: { claim } }) => [
      who,
      choice.category?.category_id,
      choice.kit?.id,
      claim?.id,
    ]),
  ])

/** The order with the server's total, which is the one charged, in place of the sum of its lines. */
export const withQuote = (order: PricedOrder, quote: Quote | null, version: number): PricedOrder =>
  quote?.contents === contentsOf(order, version)
    ? { ...order, totalCents: quote.totalCents, isQuoted: quote.totalCents !== order.totalCents }
    : order
