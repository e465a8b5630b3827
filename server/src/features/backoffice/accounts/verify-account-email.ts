import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { spendLinks } from '../../account/credentials/queries.ts'
import { updateUser } from '../../account/queries.ts'
import { lockAccount } from './queries.ts'

/** Takes somebody's e-mail for verified on the word of whoever looked into it. Twice is as good as once. */
export async function verifyAccountEmail(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, userId, ip }: { caller: Caller; userId: number; ip: string },
): Promise<void> {
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const account = await lockAccount(tx, userId)
    if (account.email_verified_at) return
    await spendLinks(tx, userId, 'verify_email', at)
    await updateUser(tx, userId, { email_verified_at: at }, at)
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'user.email_verified_by_admin',
      entity: 'user',
      entityId: userId,
      ip,
    })
  })
}
