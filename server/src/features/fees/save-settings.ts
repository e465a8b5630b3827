import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { lockInstallmentRates, writeInstallmentRates } from './installment-settings/queries.ts'
import { lockFeeSettings, writeFeeSettings } from './queries.ts'
import { lockRefundSettings, writeRefundSettings } from './refund-settings/queries.ts'

interface Kind<Settings> {
  action: string
  lock: (tx: Tx, enterpriseId: number) => Promise<Settings | null>
  write: (tx: Tx, enterpriseId: number, changed: Settings, at: Date) => Promise<void>
  /** The settings as the audit log shows them. */
  shown: (settings: Settings) => object
}

export const kind = <Settings>(of: Kind<Settings>) => of
const asTheyAre = <Settings extends object>(settings: Settings) => settings

export const FEES = kind({
  action: 'fees.updated',
  lock: lockFeeSettings,
  write: writeFeeSettings,
  shown: asTheyAre,
})
export const REFUND_SETTINGS = kind({
  action: 'refund_settings.updated',
  lock: lockRefundSettings,
  write: writeRefundSettings,
  shown: asTheyAre,
})
export const installmentRates = kind({
  action: 'installment_rates.updated',
  lock: lockInstallmentRates,
  write: writeInstallmentRates,
  shown: (rates) => ({ rates_bp: rates.join(' ') }),
})

/** Saves settings of an enterprise, effective from now on; its fees also bound those of its organizers. */
export async function saveSettings<Settings>(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, ip, enterpriseId }: { caller: Caller; ip: string; enterpriseId: number },
  { action, lock, write, shown }: Kind<Settings>,
  settings: Settings,
): Promise<Settings> {
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const before = await lock(tx, enterpriseId)
    await write(tx, enterpriseId, settings, at)
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action,
      entity: 'enterprise',
      entityId: enterpriseId,
      before: before && shown(before),
      after: shown(settings),
      ip,
    })
  })
  return settings
}
