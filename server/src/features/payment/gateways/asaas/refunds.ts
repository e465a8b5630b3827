import { instantIn, isIsoDate } from '#contract/dates.ts'
import { BANK_ZONE } from '../../domain/due-date.ts'
import type { GatewayRefund } from '../gateway.ts'
import type { AsaasRefund } from './protocol.ts'

const MAX_DESCRIPTION_LENGTH = 200
const REFERENCE = / · ref ([0-9a-f-]{36})$/

/** A description that ends with our reference. */
export const refundDescription = (description: string, reference: string): string =>
  `${description.slice(0, MAX_DESCRIPTION_LENGTH)} · ref ${reference}`

/** The refunds of a charge. One without an id is known by when it was made, its amount, and how many before it were the same. */
export function toRefunds(listed: readonly AsaasRefund[]): GatewayRefund[] {
  const seen = new Map<string, number>()
  return listed
    .map((refund) => ({ ...refund, amountCents: Math.round(refund.value * 100) }))
    .toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : Number(orderOf(a) > orderOf(b))))
    .map(({ amountCents, dateCreated, description, ...refund }) => {
      const reference = REFERENCE.exec(description ?? '')?.[1] ?? null
      const key = reference ?? `${dateCreated}/${amountCents}`
      const before = seen.get(key) ?? 0
      seen.set(key, before + 1)
      return {
        id: `${key}/${before}`,
        reference,
        amountCents,
        status: statusOf(refund.status),
        requestUrl: null,
        receiptUrl: refund.transactionReceiptUrl ?? null,
        doneAt: statusOf(refund.status) === 'done' ? instantOf(refund.effectiveDate) : null,
      }
    })
}

/** Of one second, cancelled ones come first: another one for the same money is made only after that. */
const orderOf = ({ dateCreated, status }: AsaasRefund): string =>
  `${dateCreated} ${statusOf(status) === 'cancelled' ? 0 : 1}`

function statusOf(status: string): GatewayRefund['status'] {
  if (status === 'DONE') return 'done'
  if (status === 'CANCELLED') return 'cancelled'
  if (status === 'PENDING' || /^AWAITING_\w+$/.test(status)) return 'waiting'
  throw new Error(`Asaas reports the unknown refund status ${status}`)
}

/** Null for a day without a time, like no date. */
function instantOf(text: string | null | undefined): Date | null {
  const [day = '', time = ''] = (text ?? '').split(' ')
  return isIsoDate(day) && /^\d{2}:\d{2}/.test(time) ? instantIn(BANK_ZONE, day, time.slice(0, 5)) : null
}
