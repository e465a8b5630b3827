import { formatCents } from '#contract/money.ts'
import type { EditableRegistration, EditRegistration } from '#contract/participant-edit.ts'
import { REGISTRATION_STATUS } from '#contract/payment-status.ts'
import { PAYMENT_TYPES } from '#contract/payment-types.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { AppError, invalidField } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import { soldOut } from '../../checkout/domain/conflict.ts'
import type { Offer } from '../../checkout/domain/offer.ts'
import { readOffer } from '../../checkout/offers.ts'
import { tryCreateCharge } from '../../payment/create-charge.ts'
import { FOLD_MS } from '../../payment/emails/fold.ts'
import type { PaymentType } from '../../payment/gateways/gateway.ts'
import { lockPaymentsOf } from '../../payment/queries.ts'
import { settleRegistrations } from '../../payment/settlement/settle-registrations.ts'
import { changeSpots, updateChoice } from '../../registration/queries.ts'
import { registrationChangedJob } from '../emails/registration-changed.ts'
import { lockReachedRegistration } from '../queries.ts'
import { type Edited, type EditPlan, planEdit } from './plan-edit.ts'
import { getEditable, listMethods, lockEventOf } from './queries.ts'
import { readRegistration } from './read-registration.ts'

interface Edit {
  caller: Caller
  registrationId: number
  input: EditRegistration
  ip: string
}

/**
 * Moves a registration to another category, kit, size or payment method. Exchanges the stock it holds, or changes nothing (409 with
 * what is sold out); settles its payments (docs/algorithms/payment.md) and tells its buyer. Idempotent: asking for what it already has
 * changes nothing.
 */
export async function editRegistration(deps: Deps, edit: Edit): Promise<EditableRegistration> {
  const paymentId = await transaction(deps.db, (tx) => write(tx, deps, edit))
  // Its job creates the charge in any case; created here, its link is in the answer.
  if (paymentId !== null) await tryCreateCharge(deps, paymentId)
  return readRegistration(deps, edit.caller, edit.registrationId)
}

/** Returns the new payment that needs a charge, if there is one. */
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
  const offer = await readOffer(tx, eventId)
  if (!offer) throw new AppError('event_not_found')
  const planned = planEdit(input, before, offer)
  if ('errors' in planned) throw refusal(planned.errors)
  const { plan } = planned
  const type = await wantedType(tx, eventId, input, plan.columns.total_cents, before.payment_type)
  const paysOtherwise =
    type !== null && type !== before.payment_type && before.paid_cents < plan.columns.total_cents
  if (!plan.moves && !paysOtherwise) return null
  if (input.version !== undefined && input.version !== registration.updated_at.toISOString())
    throw new AppError('stale_version')

  if (plan.moves) await move(tx, registrationId, plan, at)
  const settled = await settleRegistrations(tx, {
    registrationIds: [registrationId],
    provider: deps.gateway.provider,
    at,
    actorUserId: caller.userId,
    refund: { reason: 'exchange', askedBy: caller.userId, approvedBy: caller.userId },
    // The e-mail about the change carries them.
    tellsLinks: false,
    // Another type is a payment of its own; otherwise it stays in the payment that it shares.
    together:
      type !== null && type !== before.payment_type ? { registrationIds: [registrationId], type } : null,
  })
  if (settled.isTooSmall)
    throw new AppError('amount_too_small', {
      ...(before.paid_cents > 0 && { message: 'A diferença a cobrar precisa ser de pelo menos R$ 5,00.' }),
    })
  const paymentIds = settled.created.map(({ paymentId }) => paymentId)
  await addJob(
    tx,
    registrationChangedJob,
    { registrationId, before: describe(offer, before), paymentIds },
    { runAt: new Date(at.getTime() + FOLD_MS) },
  )
  await audit(tx, {
    at,
    actorUserId: caller.userId,
    action: 'registration.updated',
    entity: 'registration',
    entityId: registrationId,
    eventId,
    before: words(offer, before, before.payment_type),
    after: words(offer, plan.columns, type),
    ip,
  })
  return (
    settled.created.find(({ registrationIds }) => registrationIds.includes(registrationId))?.paymentId ?? null
  )
}

/** The message is that of the first field. */
const refusal = (errors: Record<string, string[]>): AppError =>
  new AppError('validation', { errors, message: Object.values(errors)[0]?.[0] ?? 'Erro de validação' })

/** The payment method asked for; null when the registration is free. Its current one is accepted even if disabled. */
async function wantedType(
  tx: Tx,
  eventId: number,
  input: EditRegistration,
  totalCents: number,
  currentType: number | null,
): Promise<PaymentType | null> {
  if (totalCents === 0) return null
  const method = (await listMethods(tx, eventId)).find(
    ({ id, status, type }) => id === input.payment_method_id && (status === 1 || type === currentType),
  )
  if (!method) throw invalidField('payment_method_id', 'Por favor, selecione um método de pagamento.')
  return method.type as PaymentType
}

const FIELDS = {
  event: 'event_id',
  modality: 'category_id',
  category: 'category_id',
  kit: 'products.0.id',
  shirt_size: 'products.0.shirt_size_id',
  coupon: 'products.0.id',
} as const

async function move(tx: Tx, registrationId: number, plan: EditPlan, at: Date): Promise<void> {
  const change = await changeSpots(
    tx,
    registrationId,
    plan.levels.map(({ id }) => id),
    at,
  )
  if (change.outcome === 'already_registered') throw new AppError('already_registered')
  if (change.outcome === 'sold_out') {
    const level = plan.levels.find(({ id }) => id === change.levelId)
    const message = level && soldOut(level)
    throw new AppError(
      'sold_out',
      message && level ? { message, errors: { [FIELDS[level.kind]]: [message] } } : {},
    )
  }
  await updateChoice(tx, registrationId, plan.columns, at)
}

const nameIn = (list: readonly { id: number; name: string }[], id: number | null): string =>
  list.find((item) => item.id === id)?.name ?? '—'

/** The choice in one line, for the e-mail. */
function describe(offer: Offer, choice: Edited): string {
  const kit = offer.kits.find(({ id }) => id === choice.kit_id)
  const size = kit?.sizes.find(({ id }) => id === choice.shirt_size_id)
  return [
    nameIn(offer.modalities, choice.modality_id),
    nameIn(offer.categories, choice.category_id),
    kit?.name,
    size && `camisa ${size.name}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The same for the audit, field by field. */
const words = (offer: Offer, choice: Edited, type: number | null) => ({
  Modalidade: nameIn(offer.modalities, choice.modality_id),
  Categoria: nameIn(offer.categories, choice.category_id),
  Kit: nameIn(offer.kits, choice.kit_id),
  Tamanho: nameIn(
    offer.kits.flatMap(({ sizes }) => sizes),
    choice.shirt_size_id,
  ),
  Cupom: offer.coupons.find(({ id }) => id === choice.coupon_id)?.code ?? '—',
  Valor: formatCents(choice.total_cents),
  'Forma de pagamento': type === null ? '—' : (PAYMENT_TYPES[type] ?? '—'),
})
