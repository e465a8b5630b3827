import { RegisterParticipantInput } from '#contract/checkout/checkout.ts'
import { dayIn, type IsoDate, instantIn } from '#contract/dates.ts'
import { EVENT_STATUS } from '#contract/event/event-status.ts'
import type { PaymentType } from '#contract/payment/payment-types.ts'
import type { OrderRequest } from '#server/features/checkout/domain/order-request.ts'
import { planOrder } from '#server/features/checkout/domain/plan-order.ts'
import type { SalesSnapshot } from '#server/features/checkout/domain/sales-snapshot.ts'
import type { EventDocument } from '#server/features/event-management/domain/document.ts'
import { BANK_ZONE, firstDueOn } from '#server/features/payment/domain/due-date.ts'
import { sha256Hex } from '#server/lib/tokens.ts'
import type { Runner } from './accounts.ts'
import { type Choice, choose } from './choice.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'

export interface WrittenRace {
  document: EventDocument
  snapshot: SalesSnapshot
  endsOn: IsoDate
  startsOn: IsoDate
}

interface Wish {
  race: WrittenRace
  buyer: Runner
  companions: readonly Person[]
  at: Date
  /** By default mostly Pix. */
  paymentType?: PaymentType
}

/** An order as the wizard sends it; null when no category admits the buyer. */
export function wishedOrder(random: Random, provider: string, wish: Wish): OrderRequest | null {
  const { buyer, at } = wish
  const { document, snapshot } = wish.race
  const { event } = document
  const coupon = event.is_free || !random.chance(0.15) ? null : (document.coupons[0] ?? null)
  const [buyersChoice, ...choices] = [buyer, ...wish.companions].map((person) =>
    choose(document, person, event.event_on, random),
  )
  if (!buyersChoice) return null
  const paymentType = wish.paymentType ?? (random.chance(0.65) ? 0 : random.chance(0.6) ? 2 : 1)
  const input = RegisterParticipantInput.parse({
    ...chosenIds(buyersChoice),
    participants: wish.companions.flatMap((person, i) => {
      const choice = choices[i]
      return choice ? [{ ...person, email: null, birth_date: person.birthOn, ...chosenIds(choice) }] : []
    }),
    participant_term_acceptances: document.terms.map(({ id }) => ({ term_id: id, accepted: true })),
    questionnaire_acceptances: document.questionnaires.map(({ id }) => ({
      questionnaire_id: id,
      accepted: random.chance(0.4),
    })),
    payment_method_id: snapshot.paymentMethods.find(({ type }) => type === paymentType)?.id,
    discount_coupon_id: coupon?.id,
  })
  const planned = planOrder(
    input,
    // The order was placed while the race was open, whatever its status is now.
    { ...snapshot, status: EVENT_STATUS.open },
    { ...buyer, birth_date: buyer.birthOn },
    dayIn(snapshot.timezone, at),
    { files: new Set(), codes: new Set(coupon ? [coupon.code] : []) },
  )
  if ('problem' in planned) throw new Error(`${snapshot.title}: ${JSON.stringify(planned.problem)}`)
  const { plan } = planned
  const key = `demo-${event.id}-${buyer.userId}`
  return {
    ...plan,
    // Otherwise a boleto for one of the last spots would be refused.
    hasFasterPayment: false,
    buyerUserId: buyer.userId,
    key,
    requestHash: sha256Hex(key),
    at,
    arrivedAt: at.getTime(),
    ip: null,
    provider,
    dueOn:
      plan.paymentType === null ? null : firstDueOn(plan.paymentType, dayIn(BANK_ZONE, at), snapshot.eventOn),
  }
}

const chosenIds = ({ category, kit, size }: Choice) => ({
  modality_id: category.modality_id,
  category_id: category.id,
  product_id: kit.id,
  shirt_size_id: size?.id ?? null,
})

/** Within the registration period. */
export function whileOpen(random: Random, { document, startsOn, endsOn }: WrittenRace, now: Date): Date {
  const opened = instantIn(document.event.timezone, startsOn, '08:00').getTime()
  const closed = Math.min(
    instantIn(document.event.timezone, endsOn, '22:00').getTime(),
    now.getTime() - 30 * 3_600_000,
  )
  return new Date(opened + random.next() ** 0.8 * Math.max(0, closed - opened))
}
