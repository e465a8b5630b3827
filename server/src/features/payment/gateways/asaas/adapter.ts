import type { Clock } from '#server/lib/clock.ts'
import type { CallQuota } from '../call-quota.ts'
import type { PaymentGateway } from '../gateway.ts'
import * as charges from './charge-calls.ts'
import { type Asaas, asaasClient, type CustomerStore, TIME_LIMITS } from './client.ts'
import { noticeReader } from './notices.ts'
import * as refunds from './refund-calls.ts'

interface AsaasSettings {
  clock: Clock
  /** Without a trailing slash. */
  apiUrl: string
  apiKey: string
  /** Messages with any of them are authentic. */
  webhookTokens: readonly string[]
  quota: CallQuota
  customers: CustomerStore
  limits?: typeof TIME_LIMITS
}

/**
 * The adapter for Asaas' API v3. Asaas has no idempotency: a repeated request creates a second object, so
 * callers search by our reference before they repeat one.
 */
export function asaasGateway({
  webhookTokens,
  clock,
  customers,
  limits = TIME_LIMITS,
  ...settings
}: AsaasSettings): PaymentGateway {
  const asaas: Asaas = { call: asaasClient(settings), clock, customers, limits }
  return {
    provider: 'asaas',
    canSplit: true,
    findCharges: (externalReference) => charges.findCharges(asaas, externalReference),
    createCharge: (request) => charges.createCharge(asaas, request),
    getCharge: (chargeId) => charges.getCharge(asaas, chargeId),
    listCharges: (day, offset) => charges.listCharges(asaas, day, offset),
    openCharges: (from, status) => charges.openCharges(asaas, from, status),
    disputedCharges: () => charges.disputedCharges(asaas),
    paymentDetails: (chargeId, type) => charges.paymentDetails(asaas, chargeId, type),
    cancelCharge: (chargeId) => charges.cancelCharge(asaas, chargeId),
    refund: (request) => refunds.refund(asaas, request),
    listRefunds: (chargeId) => refunds.listRefunds(asaas, chargeId),
    readNotice: noticeReader(webhookTokens, clock),
  }
}
