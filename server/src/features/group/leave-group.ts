import { PAYMENT_TYPE } from '#contract/payment/payment-types.ts'
import type { Deps } from '#server/deps.ts'
import { balancePayments } from '#server/features/payment/balancing/balance-payments.ts'
import { createCharges } from '#server/features/payment/create-charges.ts'
import { isWaiting } from '#server/features/payment/domain/plan-balance.ts'
import { lockPaymentsOf } from '#server/features/payment/queries/locks.ts'
import { findHoldMs } from '#server/features/payment-page/pay-together/queries.ts'
import { endGroupPrices } from '#server/features/registration/group-price.ts'
import { audit } from '#server/lib/audit.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { CLOSED } from './create-group.ts'
import { deleteMember, findMember } from './queries/membership.ts'
import { findGroup } from './queries.ts'

interface Leaving {
  groupId: number
  registrationId: number
  userId: number
  ip: string
}

/**
 * By the captain or the account that made the registration. An unpaid share of a captain's payment becomes a
 * payment of that account. Throws 404 for others and for no member, 409 when the time is over.
 */
export async function leaveGroup(
  deps: Deps,
  { groupId, registrationId, userId, ip }: Leaving,
): Promise<void> {
  const at = deps.clock.now()
  const group = await findGroup(deps.db, groupId, at)
  if (!group) throw new AppError('not_found')
  const created = await transaction(deps.db, async (tx) => {
    const payments = await lockPaymentsOf(tx, [registrationId])
    const member = await findMember(tx, groupId, registrationId)
    if (!member || ![member.responsible_user_id, group.captain_user_id].includes(userId))
      throw new AppError('not_found')
    if (!group.is_open) throw new AppError('state_changed', { message: CLOSED })
    await deleteMember(tx, groupId, registrationId)
    await audit(tx, {
      at,
      actorUserId: userId,
      action: 'registration.group_left',
      entityId: registrationId,
      eventId: group.event_id,
      before: { name: group.name },
      ip,
    })
    const ended = await endGroupPrices(tx, [registrationId], { at, actorUserId: userId, ip })
    const payerUserId = member.responsible_user_id
    const open = payments.find(
      (one) => isWaiting(one.status) && (one.payerUserId !== payerUserId || ended.length > 0),
    )
    if (!open) return []
    const holdMs = open.type === PAYMENT_TYPE.boleto ? null : await findHoldMs(tx, [registrationId])
    const settled = await balancePayments(tx, {
      registrationIds: [registrationId],
      provider: deps.gateway.provider,
      at,
      actorUserId: userId,
      together: { registrationIds: [registrationId], type: open.type, payerUserId },
      holdMs,
    })
    return settled.created.map(({ paymentId }) => paymentId)
  })
  await createCharges(deps, created)
}
