import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/lib/db.ts'
import { within } from '#server/lib/within.ts'
import { gatewayOf } from '../../payment/gateways/find-gateway.ts'
import { type Codes, claimCodes, type PageRow, storeCodes } from './queries.ts'

/** How long an answer waits for the gateway. */
const MAX_WAIT_MS = 2_000
/** The gateway is asked about one payment once in this time at most, whatever it answers and however many look at the page. */
const PAUSE_MS = 60_000
/** Payments of which this process asks at the same time; the pages of the others ask again in a moment. */
const MAX_CONCURRENT = 20

const asking = new WeakMap<Db, number>()

/**
 * The Pix code or the boleto's numbers of a payment that can be paid now. They are asked of the gateway when a page is first opened,
 * and again when a Pix code has expired. Null while the gateway has not answered.
 */
export async function findCodes(deps: Deps, row: PageRow): Promise<Codes | null> {
  const now = deps.clock.now()
  const isCurrent = row.type === 1 ? row.boleto_line !== null : isCurrentPix(row, now)
  if (isCurrent) return row
  const count = asking.get(deps.db) ?? 0
  if (row.charge_id === null || count >= MAX_CONCURRENT) return null
  asking.set(deps.db, count + 1)
  const answer = ask(deps, { id: row.id, chargeId: row.charge_id, provider: row.provider })
    .catch((error) => {
      deps.log.warn({ err: error, paymentId: row.id }, 'the gateway did not say how the payment is paid')
      return null
    })
    .finally(() => asking.set(deps.db, (asking.get(deps.db) ?? 1) - 1))
  return within(MAX_WAIT_MS, answer)
}

const isCurrentPix = ({ pix_payload, pix_expires_at }: PageRow, now: Date) =>
  pix_payload !== null && pix_expires_at !== null && pix_expires_at > now

async function ask(
  deps: Deps,
  { id, chargeId, provider }: { id: number; chargeId: string; provider: string },
): Promise<Codes | null> {
  const now = deps.clock.now()
  if (!(await claimCodes(deps.db, id, now, new Date(now.getTime() - PAUSE_MS)))) return null
  const details = await gatewayOf(deps, provider).paymentDetails(chargeId)
  return storeCodes(deps.db, { id, chargeId }, details)
}
