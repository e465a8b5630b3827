import type { GatewayNotice } from '../gateways/gateway.ts'

/**
 * The fields of a message that are stored. Everything else is left out: names, descriptions, customers, links,
 * cards and the tokens with which they could be charged.
 */
const STORED = new Set([
  ...['id', 'event', 'object', 'status', 'type', 'created_at', 'dateCreated'],
  ...['charge', 'payment', 'refund', 'refunds', 'chargeback', 'split'],
  ...['externalReference', 'external_reference', 'installment', 'installmentNumber', 'billingType'],
  ...['amount_cents', 'value', 'netValue', 'originalValue', 'interestValue', 'fixedValue', 'totalValue'],
  ...['dueDate', 'originalDueDate', 'paymentDate', 'clientPaymentDate', 'confirmedDate', 'creditDate'],
  ...['estimatedCreditDate', 'effectiveDate', 'disputeStartDate', 'deleted', 'anticipated', 'reason'],
  ...['refusalReason', 'walletId', 'invoiceNumber'],
])

/** Text that PostgreSQL can store: NUL and lone surrogates become U+FFFD. */
export const storable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed()

/** The notice as parsed by the adapter, and the impersonal part of the body, for troubleshooting. */
export const storedNotice = (notice: GatewayNotice, body: Buffer): string =>
  JSON.stringify({ notice, body: impersonal(parsed(body)) }, (_key, value) =>
    typeof value === 'string' ? storable(value) : value,
  )

/** Null for a body that is not JSON. */
function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

function impersonal(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(impersonal)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([field]) => STORED.has(field))
      .map(([field, one]) => [field, impersonal(one)]),
  )
}
