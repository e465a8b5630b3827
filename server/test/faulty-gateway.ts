import { setTimeout } from 'node:timers/promises'
import { GatewayUnavailable, type PaymentGateway } from '#server/features/payment/gateways/gateway.ts'
import type { Db } from '#server/lib/db.ts'

/** Returns the payable charges of the sandbox gateway by registration. */
export async function liveCharges(db: Db): Promise<Map<number, string[]>> {
  const charges = await db
    .selectFrom('sandbox.charges as c')
    .innerJoin('payments as p', 'p.external_reference', 'c.external_reference')
    .innerJoin('payment_items as i', 'i.payment_id', 'p.id')
    .where('c.status', 'in', ['PENDING', 'IN_ANALYSIS', 'REFUSED', 'REJECTED'])
    .select(['c.id', 'i.registration_id'])
    .execute()
  const live = new Map<number, string[]>()
  for (const { id, registration_id } of charges)
    live.set(registration_id, [...(live.get(registration_id) ?? []), id])
  return live
}

/** Returns registrations with more than one payable charge. */
export const paidTwice = async (db: Db): Promise<[number, string[]][]> =>
  [...(await liveCharges(db))].filter(([, charges]) => charges.length > 1)

/**
 * Wraps the gateway in an unreliable network: delays, lost requests and lost responses. Calls `onCreated`
 * after each created charge.
 */
export function faultyGateway(
  gateway: PaymentGateway,
  random: (below: number) => number,
  onCreated: () => Promise<void>,
): PaymentGateway {
  async function over<T>(call: () => Promise<T>): Promise<T> {
    const outcome = random(24)
    if (outcome < 6) await setTimeout(random(15))
    if (outcome === 23) throw new GatewayUnavailable('the request was lost')
    const answer = await call()
    if (outcome === 22) throw new GatewayUnavailable('the answer was lost')
    return answer
  }
  return {
    ...gateway,
    findCharges: (reference) => over(() => gateway.findCharges(reference)),
    getCharge: (id) => over(() => gateway.getCharge(id)),
    cancelCharge: (id) => over(() => gateway.cancelCharge(id)),
    createCharge: (request) =>
      over(async () => {
        const charge = await gateway.createCharge(request)
        await onCreated()
        return charge
      }),
  }
}
