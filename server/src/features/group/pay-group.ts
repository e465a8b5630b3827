import { MAX_PAID_TOGETHER } from '#contract/group/group.ts'
import { PAYMENT_TYPE } from '#contract/payment/payment-types.ts'
import { canBePaidAnew } from '#contract/payment-page/renew-payment.ts'
import type { Deps } from '#server/deps.ts'
import { lockPaymentsOf } from '#server/features/payment/queries/locks.ts'
import { decisive, payAnew } from '#server/features/payment-page/pay-together/pay-my-registrations.ts'
import { lockPayableRegistrations } from '#server/features/payment-page/pay-together/queries.ts'
import { paymentLink } from '#server/features/registration/payment-link.ts'
import { AppError } from '#server/lib/errors.ts'
import { GROUP_PAYMENTS_BY_USER } from './limits.ts'
import { listInGroup } from './queries/membership.ts'
import { listOwing } from './queries.ts'
import { getCaptained } from './read-group.ts'

interface GroupPayment {
  groupId: number
  userId: number
  /** Absent: of all members who owe something. */
  registrationIds: readonly number[] | undefined
  ip: string
}

/**
 * Pays registrations of members with one Pix and returns its link. Idempotent. Throws 404 for another
 * captain's group or no member, 409 when one of the chosen ones, or nobody, can be paid.
 */
export async function payForGroup(deps: Deps, { groupId, userId, registrationIds, ip }: GroupPayment) {
  await getCaptained(deps, groupId, userId)
  await deps.rateLimiter.consume(GROUP_PAYMENTS_BY_USER, String(userId))
  const payer = { userId, type: PAYMENT_TYPE.pix, ip }
  const token = await payAnew(deps, payer, async (tx, at) => {
    const wanted = registrationIds
      ? [...new Set(registrationIds)]
      : await listOwing(tx, groupId, MAX_PAID_TOGETHER)
    if (wanted.length === 0) throw nobodyToPay()
    const payments = await lockPaymentsOf(tx, wanted)
    // Under the locks: a member may have left meanwhile.
    const members = await listInGroup(tx, groupId, wanted)
    if (registrationIds) {
      if (members.size < wanted.length) throw new AppError('not_found')
      return { ids: wanted, payments }
    }
    const registrations = await lockPayableRegistrations(tx, [...members], userId)
    const ids = registrations.filter((one) => canBePaidAnew(decisive(one, payments, at))).map(({ id }) => id)
    if (ids.length === 0) throw nobodyToPay()
    return { ids, payments }
  })
  return paymentLink(deps.config.publicUrl, token)
}

const nobodyToPay = () =>
  new AppError('cannot_renew_payment', { message: 'Não há inscrição do grupo a pagar.' })
