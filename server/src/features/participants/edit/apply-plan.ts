import type { Deps } from '#server/deps.ts'
import { soldOut } from '#server/features/checkout/domain/conflict.ts'
import type { EditPlan } from '#server/features/checkout/domain/plan-edit.ts'
import { balancePayments, type Settled } from '#server/features/payment/balancing/balance-payments.ts'
import type { Together } from '#server/features/payment/domain/plan-balance.ts'
import { changeSpots, updateChoice } from '#server/features/registration/queries.ts'
import type { Caller } from '#server/lib/auth.ts'
import type { Tx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'

interface Change {
  caller: Caller
  registrationId: number
  plan: EditPlan
  at: Date
  together?: Pick<Together, 'registrationIds' | 'type'> | null
  /** The sentence for an amount below the gateway's minimum. */
  tooSmall?: string
}

/**
 * Exchanges the stock and the price of a registration, or throws 409 naming what is sold out, and balances its
 * payments. The caller has locked the event and the registration, and sends an e-mail with the links.
 */
export async function applyPlan(
  tx: Tx,
  { gateway }: Pick<Deps, 'gateway'>,
  { caller, registrationId, plan, at, together = null, tooSmall }: Change,
): Promise<Settled> {
  if (plan.moves) await move(tx, registrationId, plan, at)
  const settled = await balancePayments(tx, {
    registrationIds: [registrationId],
    provider: gateway.provider,
    at,
    actorUserId: caller.userId,
    refund: { reason: 'exchange', askedBy: caller.userId, approvedBy: caller.userId },
    tellsLinks: false,
    together,
  })
  if (settled.isTooSmall) throw new AppError('amount_too_small', tooSmall ? { message: tooSmall } : {})
  return settled
}

const FIELDS = {
  event: 'event_id',
  modality: 'category_id',
  category: 'category_id',
  kit: 'products.0.id',
  shirt_size: 'products.0.shirt_size_id',
  tier: 'products.0.id',
  right: 'products.0.id',
  coupon_code: 'products.0.id',
  coupon_person: 'products.0.id',
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
  await updateChoice(tx, registrationId, plan.columns, plan.right, at)
}
