import { setTimeout as wait } from 'node:timers/promises'
import { PAYMENT_TYPE, type PaymentType } from '#contract/payment/payment-types.ts'
import type { Deps } from '#server/deps.ts'
import { withCallShare } from '#server/features/payment/gateways/call-quota.ts'
import { gatewayOf } from '#server/features/payment/gateways/find-gateway.ts'
import type { Db } from '#server/lib/db.ts'
import { type Codes, claimCodes, type PageRow, storeCodes } from './queries.ts'

/** In milliseconds, that a response waits for the gateway. */
const MAX_WAIT_MS = 2_000
/** Minimum interval between requests for one payment, whatever the result. */
const PAUSE_MS = 60_000
/** Payments that this process requests concurrently; other pages retry a moment later. */
const MAX_CONCURRENT = 100

const asking = new WeakMap<Db, number>()

/**
 * The Pix code of a payment, or the numbers of a boleto with its Pix code. They are requested from the
 * gateway when a page is first opened. An expired Pix code is requested again, but never the one of a boleto.
 * Null while the gateway has not answered.
 */
export async function findCodes(deps: Deps, row: PageRow): Promise<Codes | null> {
  const now = deps.clock.now()
  const isCurrent = row.type === PAYMENT_TYPE.boleto ? row.boleto_line !== null : hasCurrentPix(row, now)
  if (isCurrent) return row
  const count = asking.get(deps.db) ?? 0
  if (row.charge_id === null || count >= MAX_CONCURRENT) return null
  asking.set(deps.db, count + 1)
  const answer = ask(deps, {
    id: row.id,
    chargeId: row.charge_id,
    provider: row.provider,
    type: row.type as PaymentType,
  })
    .catch((error) => {
      deps.log.warn({ err: error, paymentId: row.id }, 'the gateway did not say how the payment is paid')
      return null
    })
    .finally(() => asking.set(deps.db, (asking.get(deps.db) ?? 1) - 1))
  return Promise.race([answer, wait(MAX_WAIT_MS, null, { ref: false })])
}

export const hasCurrentPix = (codes: Codes, now: Date): codes is Codes & { pix_payload: string } =>
  codes.pix_payload !== null && codes.pix_expires_at !== null && codes.pix_expires_at > now

async function ask(
  deps: Deps,
  { id, chargeId, provider, type }: { id: number; chargeId: string; provider: string; type: PaymentType },
): Promise<Codes | null> {
  const now = deps.clock.now()
  if (!(await claimCodes(deps.db, id, now, new Date(now.getTime() - PAUSE_MS)))) return null
  const details = await withCallShare('charge', () =>
    gatewayOf(deps, provider).paymentDetails(chargeId, type),
  )
  return storeCodes(deps.db, { id, chargeId }, details)
}
