import { dayIn } from '#contract/dates.ts'
import { formatCents } from '#contract/money.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import type { Deps } from '#server/deps.ts'
import { type ApplicableRight, rightsOfRegistered } from '#server/features/checkout/domain/claimed-rights.ts'
import type { SalesSnapshot } from '#server/features/checkout/domain/sales-snapshot.ts'
import { readSnapshot } from '#server/features/checkout/wizard/sales-snapshots.ts'
import { timelyTypes } from '#server/features/event/domain/boleto.ts'
import { tryCreateCharge } from '#server/features/payment/create-charge.ts'
import { lockPaymentsOf } from '#server/features/payment/queries/locks.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import { applyPlan } from '../edit/apply-plan.ts'
import { type EditableRow, getEditable, lockEventOf } from '../edit/queries.ts'
import { lockReachedRegistration } from '../queries.ts'
import type { planRights } from './plan-rights.ts'
import { updateClaim } from './queries.ts'
import { rightDecidedJob } from './right-decided.ts'

export interface RightChange {
  caller: Caller
  registrationId: number
  ruleId: number
  reason: string | null
  ip: string
}

/** A registration whose claims somebody decides on, locked in the order of docs/algorithms/stock.md. */
export interface Deciding extends RightChange {
  deps: Deps
  at: Date
  row: EditableRow
  snapshot: SalesSnapshot
  rights: (as?: Partial<EditableRow>) => ApplicableRight[]
}

/** Throws 404 outside the caller's scope, 409 for a cancelled registration. Creates charges after the commit. */
export async function changeRight(
  deps: Deps,
  change: RightChange,
  decide: (tx: Tx, deciding: Deciding) => Promise<readonly number[]>,
): Promise<void> {
  const at = deps.clock.now()
  const { caller, registrationId } = change
  const paymentIds = await transaction(deps.db, async (tx) => {
    const eventId = await lockEventOf(tx, caller, registrationId)
    await lockPaymentsOf(tx, [registrationId])
    const { status } = await lockReachedRegistration(tx, caller, registrationId)
    if (status === REGISTRATION_STATUS.cancelled)
      throw new AppError('state_changed', { message: 'Esta inscrição foi cancelada.' })
    const row = await getEditable(tx, caller, registrationId)
    const snapshot = await readSnapshot(tx, eventId)
    if (!snapshot) throw new AppError('event_not_found')
    const today = dayIn(snapshot.timezone, at)
    const rights: Deciding['rights'] = (as) => rightsOfRegistered(snapshot, { ...row, ...as }, today)
    return decide(tx, { ...change, deps, at, row, snapshot, rights })
  })
  for (const id of paymentIds) await tryCreateCharge(deps, id)
}

const REVIEWS = {
  approved: 'registration.right_approved',
  rejected: 'registration.right_rejected',
  granted: 'registration.right_granted',
} as const

/** Stores who decided and why. The audit log omits the reason, which is deleted with the person's account. */
export async function storeReview(
  tx: Tx,
  { caller, registrationId, ruleId, reason, ip, at, row, snapshot }: Deciding,
  decision: keyof typeof REVIEWS,
  totalCents = row.total_cents,
): Promise<void> {
  await updateClaim(tx, registrationId, ruleId, {
    status: decision === 'rejected' ? 'rejected' : 'approved',
    reviewed_by: caller.userId,
    reviewed_at: at,
    review_reason: reason,
  })
  await audit(tx, {
    at,
    actorUserId: caller.userId,
    action: REVIEWS[decision],
    entityId: registrationId,
    eventId: row.event_id,
    before: { Valor: formatCents(row.total_cents) },
    after: {
      Direito: snapshot.rights.find(({ id }) => id === ruleId)?.name ?? '—',
      Valor: formatCents(totalCents),
    },
    ip,
  })
}

/** Prices the registration with other rights, and tells its buyer. Returns the new payments. */
export async function reprice(
  tx: Tx,
  { deps, caller, registrationId, ruleId, at, row, snapshot }: Deciding,
  plan: ReturnType<typeof planRights>,
  status: 'approved' | 'rejected',
): Promise<readonly number[]> {
  const types = snapshot.paymentMethods.map(({ type }) => type)
  const days = { today: dayIn(snapshot.timezone, at), eventOn: snapshot.eventOn }
  const [type] = timelyTypes(types, days)
  const { created } = await applyPlan(tx, deps, {
    caller,
    registrationId,
    plan,
    at,
    // A free registration has no type of payment yet.
    together:
      row.payment_type === null && type !== undefined ? { registrationIds: [registrationId], type } : null,
    tooSmall: TOO_SMALL[status],
  })
  const paymentIds = created.map(({ paymentId }) => paymentId)
  await addJob(tx, rightDecidedJob, { registrationId, ruleId, status, paymentIds })
  return paymentIds
}

const TOO_SMALL = {
  approved: 'Com este desconto faltaria pagar menos de R$ 5,00, o menor pagamento possível.',
  rejected:
    'A diferença a cobrar seria menor que R$ 5,00, o menor pagamento possível. Aprove o desconto, ou mude a inscrição em Editar.',
} as const
