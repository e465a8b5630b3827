import { MAX_PAID_TOGETHER } from '#contract/group/group.ts'
import { type Cents, formatCents, toDecimal } from '#contract/money.ts'
import { PAYMENT_TYPE } from '#contract/payment/payment-types.ts'
import { canBePaidAnew } from '#contract/payment-page/renew-payment.ts'
import type { Deps } from '#server/deps.ts'
import { lockPaymentsOf } from '#server/features/payment/queries/locks.ts'
import { decisive, payAnew } from '#server/features/payment-page/pay-together/pay-my-registrations.ts'
import { lockPayableRegistrations } from '#server/features/payment-page/pay-together/queries.ts'
import { planGroupPrices } from '#server/features/registration/domain/group-price.ts'
import { changeGroupPrices } from '#server/features/registration/group-price.ts'
import { paymentLink } from '#server/features/registration/payment-link.ts'
import { listGroupPriced } from '#server/features/registration/queries/group-price.ts'
import { AppError } from '#server/lib/errors.ts'
import { GROUP_PAYMENTS_BY_USER } from './limits.ts'
import { listInGroup } from './queries/membership.ts'
import { getGroupPrice, listOwing } from './queries.ts'
import { getCaptained, termsOf } from './read-group.ts'

interface GroupPayment {
  groupId: number
  userId: number
  /** Absent: of all members who owe something. */
  registrationIds: readonly number[] | undefined
  /** The total that the captain was shown. */
  expectedCents: Cents | undefined
  ip: string
}

/**
 * Pays registrations of members with one Pix, at the price of the group now, and returns its link. Idempotent.
 * Throws 404 for another captain's group or no member, and 409 when a chosen registration cannot be paid, when no
 * registration can be paid, or when the total is not the one that was shown.
 */
export async function payForGroup(
  deps: Deps,
  { groupId, userId, registrationIds, expectedCents, ip }: GroupPayment,
): Promise<string> {
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
    if (registrationIds && members.size < wanted.length) throw new AppError('not_found')
    const isPayable = (one: Parameters<typeof decisive>[0]) => canBePaidAnew(decisive(one, payments, at))
    const ids = registrationIds
      ? wanted
      : (await lockPayableRegistrations(tx, [...members], userId)).filter(isPayable).map(({ id }) => id)
    if (ids.length === 0) throw nobodyToPay()
    const before = await listGroupPriced(tx, ids)
    const plan = planGroupPrices(before, termsOf(await getGroupPrice(tx, groupId, at)))
    if (expectedCents !== undefined && expectedCents !== plan.owedCents)
      throw new AppError('offer_changed', {
        message: `O total mudou para ${formatCents(plan.owedCents)}. Confira e pague de novo.`,
        data: { expected: toDecimal(expectedCents), current: toDecimal(plan.owedCents) },
      })
    const prices = plan.prices.map(({ price }) => price)
    await changeGroupPrices(tx, before, prices, { at, actorUserId: userId, ip })
    return { ids, payments }
  })
  return paymentLink(deps.config.publicUrl, token)
}

const nobodyToPay = () =>
  new AppError('cannot_renew_payment', { message: 'Não há inscrição do grupo a pagar.' })
