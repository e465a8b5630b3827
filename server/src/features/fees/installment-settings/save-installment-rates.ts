import type { InstallmentRates } from '#contract/installments.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { enterpriseOf } from '../policy.ts'
import { lockInstallmentRates, writeInstallmentRates } from './queries.ts'

interface Save {
  caller: Caller
  rates: InstallmentRates
  ip: string
}

/** Saves the rates of the caller's enterprise; they count for payments made from now on. */
export async function saveInstallmentRates(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, rates, ip }: Save,
): Promise<void> {
  const at = deps.clock.now()
  const enterpriseId = enterpriseOf(caller)
  await transaction(deps.db, async (tx) => {
    const before = await lockInstallmentRates(tx, enterpriseId)
    await writeInstallmentRates(tx, enterpriseId, rates, at)
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'installment_rates.updated',
      entity: 'enterprise',
      entityId: enterpriseId,
      before: { rates_bp: before.join(' ') },
      after: { rates_bp: rates.join(' ') },
      ip,
    })
  })
}
