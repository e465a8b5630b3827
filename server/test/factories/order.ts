import { randomUUID } from 'node:crypto'
import { addDays, dayIn } from '#contract/dates.ts'
import { isPaid, PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import { priceOf } from '#contract/pricing/price.ts'
import { draftKitPrice, priceColumns } from '#server/features/event/domain/kit-price.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { at, type TestEvent } from './event.ts'
import { createUser, nextCpf, nextNumber, type TestUser } from './user.ts'

interface OrderOptions {
  buyer?: TestUser
  /** Number of additional participants. */
  additional?: number
  /** 0 Pendente, 1 Confirmado, 2 Cancelado. Default: as the payment's status implies. */
  registrationStatus?: 0 | 1 | 2
  /** Positions in the event's flat lists. */
  category?: number
  kit?: number
  size?: number | null
  coupon?: number | null
  /** The payment of each registration; null for free registrations without payment. */
  payment?: {
    status?: number
    type?: 0 | 1 | 2
    amountCents?: number
    chargeId?: string | null
    dueOn?: string
    expiresAt?: Date
    provider?: string
  } | null
  createdAt?: Date
  key?: string
}

export interface TestOrder {
  id: number
  key: string
  buyer: TestUser
  registrations: { id: number; name: string; cpf: string; heldLevelIds: number[]; paymentId: number | null }[]
}

/**
 * Creates an order as the checkout writes it: held stock, price lines, a payment per registration, and the
 * first row of the ledger.
 */
export async function createOrder(db: Db, event: TestEvent, options: OrderOptions = {}): Promise<TestOrder> {
  const buyer = options.buyer ?? (await createUser(db))
  return db.transaction().execute((tx) => insertOrder(tx, event, { ...options, buyer }))
}

async function insertOrder(
  tx: Tx,
  event: TestEvent,
  options: OrderOptions & { buyer: TestUser },
): Promise<TestOrder> {
  const createdAt = options.createdAt ?? new Date()
  const { buyer } = options
  const category = at(event.categories, options.category ?? 0)
  const kit = at(event.kits, options.kit ?? 0)
  const size = options.size === null || kit.sizes.length === 0 ? null : at(kit.sizes, options.size ?? 0)
  const coupon =
    options.coupon === undefined || options.coupon === null ? null : at(event.coupons, options.coupon)
  const stored = await tx.selectFrom('kits').selectAll().where('id', '=', kit.id).executeTakeFirstOrThrow()
  const listed = priceOf(draftKitPrice(stored), null)
  const payment = options.payment === undefined ? {} : options.payment
  const status = options.registrationStatus ?? (payment === null || isPaid(payment.status ?? 0) ? 1 : 0)
  const holds = [event.levelId, category.modalityLevelId, category.levelId, kit.levelId]
  if (size) holds.push(size.levelId)
  if (coupon) holds.push(coupon.levelId)
  const heldLevelIds = status === 2 ? [] : holds.sort((a, b) => a - b)
  const people = [
    { name: buyer.name, cpf: buyer.cpf ?? nextCpf() },
    ...Array.from({ length: options.additional ?? 0 }, () => ({
      name: `Acompanhante ${nextNumber()}`,
      cpf: nextCpf(),
    })),
  ]
  const totalCents = payment === null ? 0 : (payment.amountCents ?? listed.totalCents)
  // A total that differs from the kit's is stored as the price of a kit without a fee.
  const price =
    totalCents === listed.totalCents
      ? listed
      : priceOf({ name: kit.name, valueCents: totalCents, feeType: 1, feeRate: 0, isIncrement: false }, null)
  const columns = priceColumns(price)
  const key = options.key ?? randomUUID()
  const order = await tx
    .insertInto('orders')
    .values({
      event_id: event.id,
      buyer_user_id: buyer.id,
      idempotency_key: key,
      request_hash: key,
      payment_type: payment === null ? null : (payment.type ?? 0),
      coupon_id: coupon?.id ?? null,
      total_cents: totalCents * people.length,
      created_at: createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

  const registrations: TestOrder['registrations'] = []
  for (const [position, person] of people.entries()) {
    const registration = await tx
      .insertInto('registrations')
      .values({
        order_id: order.id,
        event_id: event.id,
        responsible_user_id: buyer.id,
        position,
        ...person,
        phone: '11987654321',
        birth_on: '1990-05-20',
        sex: 1,
        modality_id: category.modalityId,
        category_id: category.id,
        kit_id: kit.id,
        shirt_size_id: size?.id ?? null,
        coupon_id: coupon?.id ?? null,
        ...columns,
        price_lines: JSON.stringify(columns.price_lines),
        cancellation_tiers: JSON.stringify(event.cancellationTiers),
        status,
        confirmed_at: status === 1 ? createdAt : null,
        cancelled_at: status === 2 ? createdAt : null,
        cancel_reason: status === 2 ? 'participant' : null,
        held_level_ids: heldLevelIds,
        created_at: createdAt,
        updated_at: createdAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const paymentId =
      payment === null
        ? null
        : await insertPayment(
            tx,
            event,
            buyer.id,
            registration.id,
            { ...payment, amountCents: totalCents },
            createdAt,
          )
    registrations.push({ id: registration.id, ...person, heldLevelIds, paymentId })
  }
  if (heldLevelIds.length > 0)
    await tx
      .updateTable('stock_levels')
      .set((eb) => ({ held: eb('held', '+', people.length) }))
      .where('id', 'in', heldLevelIds)
      .execute()
  return { id: order.id, key, buyer, registrations }
}

async function insertPayment(
  tx: Tx,
  event: TestEvent,
  payerUserId: number,
  registrationId: number,
  payment: NonNullable<OrderOptions['payment']> & { amountCents: number },
  createdAt: Date,
): Promise<number> {
  const status = payment.status ?? 0
  const row = await tx
    .insertInto('payments')
    .values({
      event_id: event.id,
      payer_user_id: payerUserId,
      provider: payment.provider ?? 'sandbox',
      charge_id: payment.chargeId ?? null,
      type: payment.type ?? 0,
      amount_cents: payment.amountCents,
      status,
      due_on: payment.dueOn ?? addDays(dayIn('America/Sao_Paulo', createdAt), 3),
      expires_at: payment.expiresAt ?? null,
      paid_at: isPaid(status) ? createdAt : null,
      created_at: createdAt,
      updated_at: createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('payment_items')
    .values({ payment_id: row.id, registration_id: registrationId, amount_cents: payment.amountCents })
    .execute()
  await tx
    .insertInto('payment_events')
    .values({
      payment_id: row.id,
      at: createdAt,
      kind: 'created',
      from_status: null,
      to_status: status,
      applied: true,
      source: 'system',
    })
    .execute()
  if (status === PAYMENT_STATUS.refunded)
    await insertRefund(tx, { eventId: event.id, paymentId: row.id, registrationId, ...payment }, createdAt)
  return row.id
}

/** Inserts a full refund made directly at the gateway. */
async function insertRefund(
  tx: Tx,
  refund: { eventId: number; paymentId: number; registrationId: number; amountCents: number },
  at: Date,
): Promise<void> {
  const { id } = await tx
    .insertInto('refunds')
    .values({
      event_id: refund.eventId,
      payment_id: refund.paymentId,
      registration_id: refund.registrationId,
      amount_cents: refund.amountCents,
      reason: 'gateway',
      status: 'done',
      asked_at: at,
      approved_at: at,
      done_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('payment_events')
    .values({
      payment_id: refund.paymentId,
      at,
      kind: 'refund_done',
      applied: true,
      source: 'gateway',
      detail: JSON.stringify({ refundId: id, to: 'done' }),
    })
    .execute()
}
