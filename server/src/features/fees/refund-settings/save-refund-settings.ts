import type { z } from 'zod'
import { toDecimal } from '#contract/money.ts'
import type { RefundSettings as Answer, saveRefundSettings as route } from '#contract/refund.ts'
import { WITHDRAWAL_LAW } from '#contract/withdrawal.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { enterpriseOf } from '../policy.ts'
import { lockRefundSettings, type RefundSettings, writeRefundSettings } from './queries.ts'

interface Save {
  caller: Caller
  input: z.output<typeof route.body>
  ip: string
}

/** Saves the settings of the caller's enterprise; they count for refunds asked for from now on. */
export async function saveRefundSettings(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, input, ip }: Save,
): Promise<RefundSettings> {
  const at = deps.clock.now()
  const enterpriseId = enterpriseOf(caller)
  const { approval_from: approval_from_cents, ...days } = input
  const after = { ...days, approval_from_cents }
  await transaction(deps.db, async (tx) => {
    const before = await lockRefundSettings(tx, enterpriseId)
    await writeRefundSettings(tx, enterpriseId, after, at)
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'refund_settings.updated',
      entity: 'enterprise',
      entityId: enterpriseId,
      before,
      after,
      ip,
    })
  })
  return after
}

export const presentRefundSettings = ({
  approval_from_cents,
  ...days
}: RefundSettings): z.input<typeof Answer> => ({
  ...days,
  approval_from: approval_from_cents === null ? null : toDecimal(approval_from_cents),
  law: WITHDRAWAL_LAW,
})
