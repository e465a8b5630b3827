import { type Selectable, sql } from 'kysely'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { priceColumns } from '#server/features/event/domain/kit-price.ts'
import type { Db } from '#server/lib/db.ts'
import type { Registrations } from '#server/lib/db-types.ts'
import type { OrderDecision, OrderRequest, PlannedParticipant } from '../domain/order-request.ts'

interface OutcomeRow {
  order_index: number
  outcome: OrderDecision['kind']
  order_id: number
  registration_ids: number[]
  payment_ids: (number | null)[]
  payment_tokens: (string | null)[]
  participant: number
  level_id: number
  units_left: number
  unpaid_limit: number
  held_until: Date | null
}

/** Decides in the given order and returns the decisions in it: docs/algorithms/stock.md. */
export async function takeSpots(db: Db, orders: readonly OrderRequest[]): Promise<OrderDecision[]> {
  const { rows } = await sql<OutcomeRow>`
    select * from take_spots(${JSON.stringify(orders.map(toRow))}::jsonb)`.execute(db)
  const outcomes: OrderDecision[] = []
  for (const row of rows) outcomes[row.order_index - 1] = toOutcome(row)
  return outcomes
}

/** Names the fields like the columns they are written to. */
const toRow = (order: OrderRequest) => ({
  event_id: order.eventId,
  event_version: order.eventVersion,
  buyer_user_id: order.buyerUserId,
  idempotency_key: order.key,
  request_hash: order.requestHash,
  created_at: order.at,
  ip: order.ip,
  payment_type: order.paymentType,
  coupon_id: order.couponId,
  group_id: order.groupId,
  total_cents: order.totalCents,
  has_faster_payment: order.hasFasterPayment,
  pay_together: order.payTogether,
  provider: order.provider,
  due_on: order.dueOn,
  job_origin: order.jobContext ?? {},
  teams: order.teams.map(({ categoryId, name }) => ({ category_id: categoryId, name })),
  terms: order.terms.map((term) => ({ term_id: term.id, version: term.version, kind: term.kind })),
  answers: order.answers.map((answer) => ({
    questionnaire_id: answer.questionnaireId,
    question: answer.question,
    modality_id: answer.modalityId ?? null,
    category_id: answer.categoryId ?? null,
    kit_id: answer.kitId ?? null,
    accepted: answer.accepted,
    value: answer.value ?? null,
    file_path: answer.filePath ?? null,
  })),
  registrations: order.participants.map((participant) => registrationRow(order, participant)),
})

/** Every column of a new registration that is not null, and its claim; `write_orders` adds `id` and `order_id`. */
function registrationRow(
  { eventId, buyerUserId, cancellationTiers, at }: OrderRequest,
  { who, birth_date, price, levels, right, ...participant }: PlannedParticipant,
): Omit<
  Selectable<Registrations>,
  | 'id'
  | 'order_id'
  | 'cancelled_at'
  | 'cancel_reason'
  | 'disowned_at'
  | 'ineligible_reason'
  | 'registered_name'
  | 'registered_birth_on'
> & { right_claim: object | null } {
  const { modalityId, categoryId, kitId, shirtSizeId, tierId, couponId, couponCodeId, ...person } =
    participant
  const isFree = price.totalCents === 0
  return {
    ...person,
    birth_on: birth_date,
    position: who,
    event_id: eventId,
    responsible_user_id: buyerUserId,
    modality_id: modalityId,
    category_id: categoryId,
    kit_id: kitId,
    shirt_size_id: shirtSizeId,
    tier_id: tierId,
    coupon_id: couponId,
    right_rule_id: right?.ruleId ?? null,
    right_claim: right && {
      right_rule_id: right.ruleId,
      version: right.version,
      is_companion: right.isCompanion,
      discount_cents: right.discountCents,
      status: right.status,
      proof_due_on: right.proofDueOn,
      proof_path: right.proofPath,
    },
    coupon_code_id: couponCodeId,
    ...priceColumns(price),
    cancellation_tiers: cancellationTiers.map((tier) => ({ ...tier })),
    status: isFree ? REGISTRATION_STATUS.confirmed : REGISTRATION_STATUS.pending,
    confirmed_at: isFree ? at : null,
    kept_cents: 0,
    held_level_ids: levels.map(({ id }) => id),
    created_at: at,
    updated_at: at,
  }
}

function toOutcome(row: OutcomeRow): OrderDecision {
  const { outcome: kind, participant } = row
  switch (kind) {
    case 'registered':
      return {
        kind,
        orderId: row.order_id,
        registrationIds: row.registration_ids,
        paymentIds: row.payment_ids,
        paymentTokens: row.payment_tokens,
        heldUntil: row.held_until,
      }
    case 'replayed':
      return { kind, orderId: row.order_id }
    case 'already_registered':
    case 'registered_by_other':
      return { kind, participant }
    case 'sold_out':
      return { kind, participant, levelId: row.level_id, unitsLeft: row.units_left }
    case 'tier_ended':
      return { kind, levelId: row.level_id, unitsLeft: row.units_left }
    case 'too_many_unpaid':
      return { kind, limit: row.unpaid_limit, left: row.units_left }
    default:
      return { kind }
  }
}
