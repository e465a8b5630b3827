import { instantIn, isIsoDate } from '#contract/dates.ts'
import { BANK_ZONE } from '../../domain/due-date.ts'
import type { GatewayRefund } from '../gateway.ts'
import type { AsaasRefund } from './protocol.ts'

/** Other banks show at most 140 characters of a Pix. */
const MAX_DESCRIPTION_LENGTH = 140
const REFERENCE = /^ref ([0-9a-f-]{36})\b/

/** A description that begins with our reference, so that no bank cuts it off. */
export const refundDescription = (description: string, reference: string): string =>
  `ref ${reference} · ${description}`.slice(0, MAX_DESCRIPTION_LENGTH)

/** A refund without a reference is identified by its time, its amount, and its index among equal ones. */
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

/** In the same second cancelled refunds come first: one of the same money can only follow a cancellation. */
const orderOf = ({ dateCreated, status }: AsaasRefund): string =>
  `${dateCreated} ${statusOf(status) === 'cancelled' ? 0 : 1}`

function statusOf(status: string): GatewayRefund['status'] {
  if (status === 'DONE') return 'done'
  if (status === 'CANCELLED') return 'cancelled'
  if (status === 'AWAITING_CRITICAL_ACTION_AUTHORIZATION') return 'unauthorized'
  if (status === 'PENDING' || /^AWAITING_\w+$/.test(status)) return 'waiting'
  throw new Error(`Asaas reports the unknown refund status ${status}`)
}

/** Null for a missing date and for a day without a time. */
function instantOf(text: string | null | undefined): Date | null {
  const [day = '', time = ''] = (text ?? '').split(' ')
  return isIsoDate(day) && /^\d{2}:\d{2}/.test(time) ? instantIn(BANK_ZONE, day, time.slice(0, 5)) : null
}
