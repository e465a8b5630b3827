import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { defineJob } from '#server/lib/jobs.ts'
import { withCallShare } from '../gateways/call-quota.ts'
import { type Charge, GatewayUnavailable, type PaymentGateway } from '../gateways/gateway.ts'
import { applyCharge } from '../move-payment.ts'
import { listToCompare } from './queries.ts'

/**
 * Applies changes of disputes whose messages did not arrive. Whole days are compared only some weeks apart
 * (reconciliation/reconcile-days.ts), and a dispute has to be answered within days.
 */
export async function checkDisputes(deps: Deps): Promise<void> {
  const gateways = [deps.gateway, ...deps.otherGateways]
  const checks = await Promise.allSettled(gateways.map((gateway) => checkDisputesAt(deps, gateway)))
  const failed = checks.find((check) => check.status === 'rejected')
  if (failed) throw failed.reason
}

async function checkDisputesAt(deps: Deps, gateway: PaymentGateway): Promise<void> {
  const { provider } = gateway
  const disputed: Pick<Charge, 'id' | 'status'>[] = []
  for await (const page of gateway.disputedCharges()) disputed.push(...page)
  for (const { id, charge_id } of await listToCompare(deps.db, provider, disputed))
    try {
      await applyCharge(deps, id, await gateway.getCharge(charge_id), 'reconciled')
    } catch (error) {
      if (error instanceof GatewayUnavailable) throw error
      deps.log.error({ err: error, paymentId: id }, 'a dispute could not be compared with the gateway')
    }
}

/** Every night. */
export const checkDisputesJob = defineJob(
  'check-disputes',
  z.object({}),
  (deps) => withCallShare('sweep', () => checkDisputes(deps)),
  { priority: 'low' },
)
