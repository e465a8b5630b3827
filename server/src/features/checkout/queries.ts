import { sql } from 'kysely'
import type { Db } from '#server/lib/db.ts'
import type { OrderRequest } from './domain/order-request.ts'

/** What became of an order. `participant` counts from 0, the buyer. */
export type OrderOutcome =
  | { kind: 'registered'; orderId: number; registrationIds: number[]; paymentIds: (number | null)[] }
  | { kind: 'replayed'; orderId: number }
  | { kind: 'key_reused' }
  | { kind: 'stale' }
  | { kind: 'already_registered'; participant: number }
  | { kind: 'sold_out'; participant: number; levelId: number; unitsLeft: number }

interface OutcomeRow {
  place: number
  outcome: OrderOutcome['kind']
  order_id: number
  registration_ids: number[]
  payment_ids: (number | null)[]
  participant: number
  level_id: number
  units_left: number
}

/** Takes many orders in one call, in the order given: docs/algorithms/stock.md. Answers in the same order. */
export async function takeSpots(db: Db, orders: readonly OrderRequest[]): Promise<OrderOutcome[]> {
  const { rows } = await sql<OutcomeRow>`
    select * from take_spots(${JSON.stringify(orders.map(toRow))}::jsonb)`.execute(db)
  const outcomes: OrderOutcome[] = []
  for (const row of rows) outcomes[row.place - 1] = toOutcome(row)
  return outcomes
}

const toRow = (order: OrderRequest) => ({
  event_id: order.eventId,
  event_version: order.eventVersion,
  buyer_user_id: order.buyerUserId,
  key: order.key,
  request_hash: order.requestHash,
  at: order.at,
  payment_type: order.paymentType,
  coupon_id: order.couponId,
  total_cents: order.totalCents,
  provider: order.provider,
  due_on: order.dueOn,
  terms: order.terms.map((term) => ({ term_id: term.id, version: term.version })),
  answers: order.answers.map((answer) => ({
    questionnaire_id: answer.questionnaireId,
    question: answer.question,
    accepted: answer.accepted,
  })),
  participants: order.participants.map((participant, position) => ({
    position,
    name: participant.name,
    cpf: participant.cpf,
    phone: participant.phone,
    birth_on: participant.birthOn,
    sex: participant.sex,
    modality_id: participant.modalityId,
    category_id: participant.categoryId,
    kit_id: participant.kitId,
    shirt_size_id: participant.shirtSizeId,
    coupon_id: participant.couponId,
    value_cents: participant.price.valueCents,
    discount_cents: participant.price.discountCents,
    fee_cents: participant.price.feeCents,
    total_cents: participant.price.totalCents,
    price_lines: participant.price.lines.map((line) => ({
      kind: line.kind,
      label: line.label,
      amount_cents: line.amountCents,
    })),
    level_ids: participant.levels.map((level) => level.id),
  })),
})

function toOutcome(row: OutcomeRow): OrderOutcome {
  const { outcome: kind, participant } = row
  switch (kind) {
    case 'registered':
      return {
        kind,
        orderId: row.order_id,
        registrationIds: row.registration_ids,
        paymentIds: row.payment_ids,
      }
    case 'replayed':
      return { kind, orderId: row.order_id }
    case 'already_registered':
      return { kind, participant }
    case 'sold_out':
      return { kind, participant, levelId: row.level_id, unitsLeft: row.units_left }
    default:
      return { kind }
  }
}
