import { dayIn } from '#contract/dates.ts'
import { type Cents, formatCents } from '#contract/money.ts'
import { PAYMENT_TYPE, type PaymentType } from '#contract/payment/payment-types.ts'
import { MINIMUM_CHARGE_CENTS } from '#contract/pricing/price.ts'
import type { Deps } from '#server/deps.ts'
import { soldOut } from '#server/features/checkout/domain/conflict.ts'
import { type EditPlan, planEdit } from '#server/features/checkout/domain/plan-edit.ts'
import type { SalesSnapshot } from '#server/features/checkout/domain/sales-snapshot.ts'
import { readSnapshot } from '#server/features/checkout/wizard/sales-snapshots.ts'
import { timelyTypes } from '#server/features/event/domain/boleto.ts'
import { registrationChanged } from '#server/features/outbox/domain-events.ts'
import { balancePayments } from '#server/features/payment/balancing/balance-payments.ts'
import { createCharges } from '#server/features/payment/create-charges.ts'
import { lockPaymentsOf } from '#server/features/payment/queries/locks.ts'
import { findOpenChange, holdChange, insertChange } from '#server/features/registration/changes/queries.ts'
import { paymentLink } from '#server/features/registration/payment-link.ts'
import { changeSpots, type StoredChoice, updateChoice } from '#server/features/registration/queries.ts'
import { audit } from '#server/lib/audit.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { AppError, invalidField } from '#server/lib/errors.ts'
import { publish } from '#server/lib/outbox.ts'
import { lockEventOfRegistration } from '../refund-choice/queries.ts'
import { changeProblem } from './domain/change-problem.ts'
import { changedPrice } from './domain/plan-change.ts'
import { type Changeable, findHoldMs, findOpenLink, getChangeable } from './queries.ts'
import { changing } from './read-change-options.ts'

interface Wanted {
  userId: number
  registrationId: number
  categoryId: number
  productId: number
  shirtSizeId: number | null
  /** How a difference is paid. */
  type: PaymentType | null
  /** The value after the change that the runner was shown. */
  expectedCents: Cents
  ip: string
}

/**
 * Changes the choice of a registration (docs/algorithms/changes.md): at once, or when the difference is paid.
 * Returns the link of that payment. A repeated request returns the same. Throws 404 for another account's
 * registration, 409 when the change is not possible, or its price is not the one shown.
 */
export async function changeRegistration(deps: Deps, wanted: Wanted): Promise<string | null> {
  const payment = await transaction(deps.db, (tx) => write(tx, deps, wanted))
  if (!payment) return null
  await createCharges(deps, [payment.id])
  return paymentLink(deps.config.publicUrl, payment.token)
}

async function write(
  tx: Tx,
  { clock, gateway }: Deps,
  wanted: Wanted,
): Promise<{ id: number; token: string } | null> {
  const at = clock.now()
  const { registrationId, userId, ip } = wanted
  // Lock order: event, registration, payments, stock levels (docs/algorithms/stock.md).
  await lockEventOfRegistration(tx, registrationId)
  const payments = await lockPaymentsOf(tx, [registrationId])
  const current = await getChangeable(tx, wanted)
  const open = await findOpenChange(tx, registrationId)
  if (open && isWanted(open, wanted)) return findOpenLink(tx, registrationId)
  const today = dayIn(current.timezone, at)
  const problem = changeProblem({ ...changing(current), today, payments })
  if (problem !== null) throw new AppError('state_changed', { message: problem })
  const snapshot = await readSnapshot(tx, current.event_id)
  if (!snapshot) throw new AppError('event_not_found')

  const plan = planOf(wanted, current, snapshot, at)
  if (!plan) return null
  const price = changedPrice(plan.columns, current, {
    downgrade: current.changes_downgrade,
    feeCents: current.changes_fee_cents,
  })
  if (price.columns.total_cents !== wanted.expectedCents)
    throw new AppError('offer_changed', { message: 'O valor mudou. Confira o novo e confirme de novo.' })
  if (price.toPayCents > 0 && price.toPayCents < MINIMUM_CHARGE_CENTS)
    throw new AppError('amount_too_small', {
      message: 'A diferença a cobrar precisa ser de pelo menos R$ 5,00.',
    })

  const levelIds = plan.levels.map(({ id }) => id)
  const change = {
    registrationId,
    choice: price.columns,
    granted: plan.right,
    fromLevelIds: current.held_level_ids,
    levelIds,
    at,
  }
  await audit(tx, {
    at,
    actorUserId: userId,
    action: price.toPayCents > 0 ? 'registration.change_requested' : 'registration.changed',
    entityId: registrationId,
    eventId: current.event_id,
    before: words(snapshot, current),
    after: words(snapshot, price.columns),
    ip,
  })
  if (price.toPayCents === 0) {
    const { outcome, ...sold } = await changeSpots(tx, registrationId, levelIds, at)
    if (outcome === 'sold_out') throw soldOutOf(plan, sold)
    if (outcome !== 'changed') throw new AppError(outcome)
    await updateChoice(tx, registrationId, price.columns, plan.right, at)
    await insertChange(tx, { ...change, heldLevelIds: [], isApplied: true })
    await balancePayments(tx, {
      registrationIds: [registrationId],
      provider: gateway.provider,
      at,
      actorUserId: userId,
      refund: { reason: 'exchange', askedBy: userId, approvedBy: null },
    })
    const before = {
      modalityId: current.modality_id,
      categoryId: current.category_id,
      kitId: current.kit_id,
      shirtSizeId: current.shirt_size_id,
    }
    await publish(tx, registrationChanged, [{ registrationId, before, paymentIds: [], by: 'runner' }], at)
    return null
  }

  const held = await holdChange(tx, registrationId, levelIds, at)
  if (held.outcome === 'sold_out') throw soldOutOf(plan, held)
  const { type, holdMs } = await paymentTerms(tx, wanted.type, snapshot, { today, levelIds })
  await insertChange(tx, { ...change, heldLevelIds: held.extraIds, isApplied: false })
  await balancePayments(tx, {
    registrationIds: [registrationId],
    provider: gateway.provider,
    at,
    actorUserId: userId,
    together: { registrationIds: [registrationId], type },
    holdMs,
  })
  return findOpenLink(tx, registrationId)
}

const isWanted = (
  open: Pick<StoredChoice, 'category_id' | 'kit_id' | 'shirt_size_id' | 'total_cents'>,
  { categoryId, productId, shirtSizeId, expectedCents }: Wanted,
): boolean =>
  open.category_id === categoryId &&
  open.kit_id === productId &&
  open.shirt_size_id === shirtSizeId &&
  open.total_cents === expectedCents

/** Null when the registration is already what is wanted. */
function planOf(
  { categoryId, productId, shirtSizeId }: Wanted,
  current: Changeable,
  snapshot: SalesSnapshot,
  at: Date,
): EditPlan | null {
  const input = { category_id: categoryId, products: [{ id: productId, shirt_size_id: shirtSizeId }] }
  // Only the organizer may give a runner a place that does not fit.
  const strict: SalesSnapshot = { ...snapshot, ineligibleChanges: 'refuse' }
  const planned = planEdit(input, current, strict, dayIn(snapshot.timezone, at))
  if ('errors' in planned) {
    const errors = Object.fromEntries(
      Object.entries(planned.errors).map(([field, messages]) => [FIELDS[field] ?? field, messages]),
    )
    throw new AppError('validation', {
      errors,
      message: Object.values(errors)[0]?.[0] ?? 'Erro de validação',
    })
  }
  return planned.plan.moves ? planned.plan : null
}

/** The fields of `planEdit` as this request names them. */
const FIELDS: Readonly<Record<string, string>> = {
  'products.0.id': 'product_id',
  'products.0.shirt_size_id': 'shirt_size_id',
}

export function soldOutOf({ levels }: Pick<EditPlan, 'levels'>, sold: object): AppError {
  const level = levels.find(({ id }) => 'levelId' in sold && id === sold.levelId)
  return new AppError('sold_out', level ? { message: soldOut(level) } : {})
}

/** The nearly full race shortens the time to pay, as for a registration, and accepts no slow boleto. */
export async function paymentTerms(
  tx: Tx,
  type: PaymentType | null,
  snapshot: SalesSnapshot,
  { today, levelIds }: { today: string; levelIds: readonly number[] },
): Promise<{ type: PaymentType; holdMs: number | null }> {
  const types = timelyTypes(
    snapshot.paymentMethods.map((method) => method.type),
    { today, eventOn: snapshot.eventOn },
  )
  if (type === null || !types.includes(type))
    throw invalidField('payment_type', 'Por favor, selecione um método de pagamento.')
  const holdMs = await findHoldMs(tx, levelIds)
  if (type !== PAYMENT_TYPE.boleto) return { type, holdMs }
  if (holdMs !== null && types.some((other) => other !== PAYMENT_TYPE.boleto))
    throw new AppError('boleto_too_slow')
  return { type, holdMs: null }
}

const nameIn = (list: readonly { id: number; name: string }[], id: number | null): string =>
  list.find((item) => item.id === id)?.name ?? '—'

const words = (snapshot: SalesSnapshot, choice: StoredChoice) => ({
  Modalidade: nameIn(snapshot.modalities, choice.modality_id),
  Categoria: nameIn(snapshot.categories, choice.category_id),
  Kit: nameIn(snapshot.kits, choice.kit_id),
  Tamanho: nameIn(
    snapshot.kits.flatMap(({ sizes }) => sizes),
    choice.shirt_size_id,
  ),
  Valor: formatCents(choice.total_cents),
})
