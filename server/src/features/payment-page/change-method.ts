import { isOpen, isPaid } from '#contract/payment/payment-status.ts'
import type { PaymentType } from '#contract/payment/payment-types.ts'
import type { Deps } from '#server/deps.ts'
import { isWaiting } from '#server/features/payment/domain/plan-balance.ts'
import { lockPaymentsOf, type SharedPayment } from '#server/features/payment/queries/locks.ts'
import { AppError } from '#server/lib/errors.ts'
import { CHANGES_BY_ADDRESS, CHANGES_BY_LINK } from './limits.ts'
import { checkChoice, payAnew } from './pay-together/pay-my-registrations.ts'
import { findPaymentByToken } from './queries.ts'
import { isToken, unknownLink } from './read-payment-page.ts'

interface Change {
  token: string
  type: PaymentType
  installments: number
  ip: string
}

/**
 * Replaces the payment of a link, under the same rules, locks and limits as for its buyer; returns the new
 * token. Idempotent. Throws 409 when the payment is paid, was replaced, or may not be replaced.
 */
export async function changePaymentMethod(
  deps: Deps,
  { token, type, installments, ip }: Change,
): Promise<string> {
  const payment = isToken(token) ? await findPaymentByToken(deps.db, token) : undefined
  if (!payment) throw await unknownLink(deps, ip)
  const { id, payer_user_id: userId, registrationIds } = payment
  await deps.rateLimiter.consume(CHANGES_BY_ADDRESS, ip)
  // Payments that replace each other cover the same registrations, so these share one rate limit.
  const counted = String(Math.min(...registrationIds))
  await deps.rateLimiter.consume(CHANGES_BY_LINK, counted)
  const payer = { userId, byLink: true, type, installments, ip }
  try {
    return await payAnew(deps, payer, async (tx, at) => {
      const payments = await lockPaymentsOf(tx, registrationIds)
      if (!isRepeated(payments, id, payer)) {
        refuseEnded(payments.find((one) => one.id === id))
        for (const registrationId of registrationIds)
          await checkChoice(tx, registrationId, payments, payer, at)
      }
      return { ids: registrationIds, payments }
    })
  } catch (error) {
    if (error instanceof AppError) await deps.rateLimiter.refund(CHANGES_BY_LINK, counted)
    throw error
  }
}

/** Whether the same request was made before: an open payment of that kind replaced this one. */
function isRepeated(
  payments: readonly SharedPayment[],
  id: number,
  wanted: Pick<Change, 'type' | 'installments'> & { userId: number },
): boolean {
  const replaced = payments.find((one) => one.id === id)
  if (!replaced || isWaiting(replaced.status)) return false
  const covered = idsOf(replaced)
  return payments.some(
    (one) =>
      one.id > id &&
      one.type === wanted.type &&
      one.installments === wanted.installments &&
      one.payerUserId === wanted.userId &&
      isOpen(one.status) &&
      idsOf(one) === covered,
  )
}

const idsOf = ({ items }: SharedPayment) => items.map(({ registrationId }) => registrationId).join()

function refuseEnded(payment: SharedPayment | undefined): void {
  if (payment && isWaiting(payment.status)) return
  throw new AppError('state_changed', {
    message:
      payment && isPaid(payment.status)
        ? 'Este pagamento já foi confirmado. Não é preciso pagar de novo.'
        : 'Este pagamento não vale mais. Confira nesta página o que aconteceu com ele.',
  })
}
