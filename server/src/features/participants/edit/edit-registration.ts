import { dayIn } from '#contract/dates.ts'
import { ERRORS } from '#contract/errors.ts'
import { ITEM_STATUS } from '#contract/event/event-status.ts'
import { formatCents } from '#contract/money.ts'
import type { EditableRegistration, EditRegistration } from '#contract/participants/edit.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import type { PaymentType } from '#contract/payment/payment-types.ts'
import { PAYMENT_TYPES } from '#contract/payment/payment-types.ts'
import type { Deps } from '#server/deps.ts'
import { planEdit } from '#server/features/checkout/domain/plan-edit.ts'
import type { SalesSnapshot } from '#server/features/checkout/domain/sales-snapshot.ts'
import { readSnapshot } from '#server/features/checkout/wizard/sales-snapshots.ts'
import { timelyTypes } from '#server/features/event/domain/boleto.ts'
import { registrationChanged } from '#server/features/outbox/domain-events.ts'
import { tryCreateCharge } from '#server/features/payment/create-charge.ts'
import { lockPaymentsOf } from '#server/features/payment/queries/locks.ts'
import type { StoredChoice } from '#server/features/registration/queries.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { AppError, invalidField } from '#server/lib/errors.ts'
import { publish } from '#server/lib/outbox.ts'
import { lockReachedRegistration } from '../queries.ts'
import { applyPlan } from './apply-plan.ts'
import { getEditable, listMethods, lockEventOf } from './queries.ts'
import { readRegistration } from './read-registration.ts'

interface Edit {
  caller: Caller
  registrationId: number
  input: EditRegistration
  ip: string
}

/**
 * Exchanges the stock of a registration, or changes nothing (409 naming what is sold out), and balances its
 * payments (docs/algorithms/payment.md). Idempotent.
 */
export async function editRegistration(deps: Deps, edit: Edit): Promise<EditableRegistration> {
  const paymentId = await transaction(deps.db, (tx) => write(tx, deps, edit))
  // The payment's job creates the charge in any case; creating it here adds its link to the response.
  if (paymentId !== null) await tryCreateCharge(deps, paymentId)
  return readRegistration(deps, edit.caller, edit.registrationId)
}

/** Returns the id of a new payment that needs a charge, or null. */
async function write(
  tx: Tx,
  deps: Deps,
  { caller, registrationId, input, ip }: Edit,
): Promise<number | null> {
  const at = deps.clock.now()
  // Lock order: event, registration, payments, stock levels (docs/algorithms/stock.md).
  const eventId = await lockEventOf(tx, caller, registrationId)
  await lockPaymentsOf(tx, [registrationId])
  const registration = await lockReachedRegistration(tx, caller, registrationId)
  if (registration.status === REGISTRATION_STATUS.cancelled)
    throw new AppError('state_changed', { message: 'Uma inscrição cancelada não pode ser editada.' })
  if (input.status !== undefined && input.status !== registration.status) throw new AppError('state_changed')

  const before = await getEditable(tx, caller, registrationId)
  const snapshot = await readSnapshot(tx, eventId)
  if (!snapshot) throw new AppError('event_not_found')
  const today = dayIn(snapshot.timezone, at)
  const planned = planEdit(input, before, snapshot, today)
  if ('errors' in planned) throw refusal(planned.errors)
  const { plan } = planned
  const type = await wantedType(tx, eventId, input, plan.columns.total_cents, before.payment_type)
  const paysOtherwise =
    type !== null && type !== before.payment_type && before.paid_cents < plan.columns.total_cents
  if (!plan.moves && !paysOtherwise) return null
  const days = { today, eventOn: snapshot.eventOn }
  const types = snapshot.paymentMethods.map((method) => method.type)
  if (paysOtherwise && !timelyTypes(types, days).includes(type))
    throw invalidField('payment_method_id', ERRORS.boleto_too_late[1])
  if (input.version !== undefined && input.version !== registration.updated_at.toISOString())
    throw new AppError('stale_version')

  const settled = await applyPlan(tx, deps, {
    caller,
    registrationId,
    plan,
    at,
    // Another type requires a separate payment; otherwise the registration stays in its shared payment.
    together:
      type !== null && type !== before.payment_type ? { registrationIds: [registrationId], type } : null,
    ...(before.paid_cents > 0 && { tooSmall: 'A diferença a cobrar precisa ser de pelo menos R$ 5,00.' }),
  })
  const paymentIds = settled.created.map(({ paymentId }) => paymentId)
  const choice = {
    modalityId: before.modality_id,
    categoryId: before.category_id,
    kitId: before.kit_id,
    shirtSizeId: before.shirt_size_id,
  }
  await publish(
    tx,
    registrationChanged,
    [{ registrationId, before: choice, paymentIds, by: 'organizer' }],
    at,
  )
  await audit(tx, {
    at,
    actorUserId: caller.userId,
    action: 'registration.updated',
    entityId: registrationId,
    eventId,
    before: words(snapshot, before, before.payment_type),
    after: words(snapshot, plan.columns, type),
    ip,
  })
  return (
    settled.created.find(({ registrationIds }) => registrationIds.includes(registrationId))?.paymentId ?? null
  )
}

const refusal = (errors: Record<string, string[]>): AppError =>
  new AppError('validation', { errors, message: Object.values(errors)[0]?.[0] ?? 'Erro de validação' })

/** Null when the registration is free. The current method is accepted even if disabled. */
async function wantedType(
  tx: Tx,
  eventId: number,
  input: EditRegistration,
  totalCents: number,
  currentType: number | null,
): Promise<PaymentType | null> {
  if (totalCents === 0) return null
  const method = (await listMethods(tx, eventId)).find(
    ({ id, status, type }) =>
      id === input.payment_method_id && (status === ITEM_STATUS.active || type === currentType),
  )
  if (!method) throw invalidField('payment_method_id', 'Por favor, selecione um método de pagamento.')
  return method.type as PaymentType
}

const nameIn = (list: readonly { id: number; name: string }[], id: number | null): string =>
  list.find((item) => item.id === id)?.name ?? '—'

const words = (
  snapshot: SalesSnapshot,
  choice: StoredChoice & { ineligible_reason: string | null },
  type: number | null,
) => ({
  Modalidade: nameIn(snapshot.modalities, choice.modality_id),
  Categoria: nameIn(snapshot.categories, choice.category_id),
  Kit: nameIn(snapshot.kits, choice.kit_id),
  Tamanho: nameIn(
    snapshot.kits.flatMap(({ sizes }) => sizes),
    choice.shirt_size_id,
  ),
  Direito: nameIn(snapshot.rights, choice.right_rule_id),
  Cupom: snapshot.coupons.find(({ id }) => id === choice.coupon_id)?.code ?? '—',
  'Fora da regra': choice.ineligible_reason ?? '—',
  Valor: formatCents(choice.total_cents),
  'Forma de pagamento': type === null ? '—' : (PAYMENT_TYPES[type] ?? '—'),
})
