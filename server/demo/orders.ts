import { dayIn, type IsoDate, instantIn } from '#contract/dates.ts'
import { storedDiscount } from '#contract/discount.ts'
import { priceOf } from '#contract/price.ts'
import type {
  NeededLevel,
  OrderRequest,
  PlannedParticipant,
} from '#server/features/checkout/domain/order-request.ts'
import type { EventDocument } from '#server/features/event/manage/domain/document.ts'
import { BANK_ZONE, firstDueOn } from '#server/features/payment/domain/due-date.ts'
import { sha256Hex } from '#server/lib/tokens.ts'
import type { Runner } from './accounts.ts'
import { type Choice, choose } from './choice.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'

export interface WrittenRace {
  document: EventDocument
  endsOn: IsoDate
  startsOn: IsoDate
}

interface Wish {
  race: WrittenRace
  buyer: Runner
  companions: readonly Person[]
  at: Date
  /** By default mostly Pix. */
  paymentType?: 0 | 1 | 2
}

/** An order as the wizard sends it; null when no category admits the buyer. */
export function planOrder(random: Random, provider: string, wish: Wish): OrderRequest | null {
  const { document } = wish.race
  const { event } = document
  const coupon = event.is_free || !random.chance(0.15) ? null : (document.coupons[0] ?? null)
  const participants: PlannedParticipant[] = []
  for (const person of [wish.buyer, ...wish.companions]) {
    const choice = choose(document, person, event.event_on, random)
    if (choice) participants.push(plan(document, person, choice, coupon))
    else if (person === wish.buyer) return null
  }
  const totalCents = participants.reduce((sum, { price }) => sum + price.totalCents, 0)
  const paymentType = wish.paymentType ?? (random.chance(0.65) ? 0 : random.chance(0.6) ? 2 : 1)
  const key = `demo-${event.id}-${wish.buyer.userId}`
  return {
    eventId: event.id,
    eventVersion: event.version,
    buyerUserId: wish.buyer.userId,
    key,
    requestHash: sha256Hex(key),
    at: wish.at,
    ip: null,
    paymentType: totalCents > 0 ? paymentType : null,
    couponId: coupon?.id ?? null,
    hasFasterPayment: false,
    totalCents,
    provider,
    dueOn: totalCents > 0 ? firstDueOn(paymentType, dayIn(BANK_ZONE, wish.at), event.event_on) : null,
    terms: document.terms.map(({ id, version }) => ({ id, version })),
    answers: document.questionnaires.map(({ id, description }) => ({
      questionnaireId: id,
      question: description,
      accepted: random.chance(0.4),
    })),
    participants,
  }
}

function plan(
  document: EventDocument,
  person: Person,
  { category, kit, size }: Choice,
  coupon: EventDocument['coupons'][number] | null,
): PlannedParticipant {
  const { event } = document
  const modality = document.modalities.find(({ id }) => id === category.modality_id)
  if (!modality) throw new Error(`category ${category.id} has no modality`)
  const price = priceOf(
    {
      name: kit.name,
      valueCents: kit.value_cents,
      feeType: kit.fee_type === 0 ? 0 : 1,
      feeRate: kit.fee_rate,
      isIncrement: kit.is_increment,
    },
    coupon && { ...storedDiscount(coupon), code: coupon.code },
  )
  const needs: (NeededLevel | null)[] = [
    { id: event.stock_level_id, kind: 'event', name: event.title },
    { id: modality.stock_level_id, kind: 'modality', name: modality.name },
    { id: category.stock_level_id, kind: 'category', name: category.name },
    { id: kit.stock_level_id, kind: 'kit', name: kit.name },
    size && { id: size.stock_level_id, kind: 'shirt_size', name: size.name },
    coupon && { id: coupon.stock_level_id, kind: 'coupon', name: coupon.code },
  ]
  return {
    name: person.name,
    cpf: person.cpf,
    phone: person.phone,
    email: null,
    birth_date: person.birthOn,
    sex: person.sex,
    modalityId: modality.id,
    categoryId: category.id,
    kitId: kit.id,
    shirtSizeId: size?.id ?? null,
    couponId: coupon?.id ?? null,
    price,
    levels: needs.filter((level) => level !== null),
  }
}

/** A random time while registration was open, before `now`. */
export function whileOpen(random: Random, { document, startsOn, endsOn }: WrittenRace, now: Date): Date {
  const opened = instantIn(document.event.timezone, startsOn, '08:00').getTime()
  const closed = Math.min(
    instantIn(document.event.timezone, endsOn, '22:00').getTime(),
    now.getTime() - 30 * 3_600_000,
  )
  return new Date(opened + random.next() ** 0.8 * Math.max(0, closed - opened))
}
