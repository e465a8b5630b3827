import { addDays, type IsoDate, instantIn } from '#contract/dates.ts'
import { PAYMENT_TYPE } from '#contract/payment/payment-types.ts'
import { BANK_ZONE } from '#server/features/payment/domain/due-date.ts'

interface Dated {
  type: number
  due_on: IsoDate | null
  expires_at: Date | null
}

/** When a Pix or card payment can no longer be made; null for a boleto, which a bank may take later. */
export function payableUntil({ type, due_on: dueOn, expires_at: expiresAt }: Dated): Date | null {
  if (type === PAYMENT_TYPE.boleto || dueOn === null) return null
  return expiresAt ?? instantIn(BANK_ZONE, addDays(dueOn, 1), '00:00')
}
