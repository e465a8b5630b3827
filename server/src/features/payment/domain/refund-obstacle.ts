import { PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import { PAYMENT_TYPE } from '#contract/payment/payment-types.ts'
import { PIX_REFUND_DAYS, type RefundObstacle } from '#contract/payment/refund.ts'

const DAY_MS = 86_400_000

interface RefundedPayment {
  type: number
  status: number
  chargeId: string | null
  paidAt: Date | null
}

/** The payment did not pass through the gateway. */
export const isCash = ({ status, chargeId }: RefundedPayment): boolean =>
  chargeId === null || status === PAYMENT_STATUS.receivedInCash

/** Whether a Pix can no longer be refunded. `paidAt` may be up to a day too late: gateways report days. */
export const isTooOld = (
  { type, paidAt }: RefundedPayment,
  at: Date,
  days: number = PIX_REFUND_DAYS,
): boolean => type === PAYMENT_TYPE.pix && paidAt !== null && at.getTime() - paidAt.getTime() > days * DAY_MS

/** Why the gateway refused a refund, other than one of a part of a boleto. */
export const obstacleOfRefusal = (payment: RefundedPayment, at: Date): RefundObstacle =>
  isTooOld(payment, at, PIX_REFUND_DAYS - 1) ? 'too_old' : 'refused'
