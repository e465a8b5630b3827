import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import { confirmPassword, requireSamePassword } from '../account/credentials/require-password.ts'
import { checkingCode, takeCodeIfOn } from '../account/second-factor/take-code.ts'
import {
  sendWalletChangedMail,
  sendWalletChangeRequestedMail,
  sendWalletRequestToApproveMail,
} from './jobs.ts'
import { isSecondPerson } from './policy.ts'
import { both, getOrganizer, ofOrganizer, type Scope } from './queries/organizers.ts'
import { listApprovers } from './queries/payouts.ts'
import {
  deleteWalletChange,
  lockOwn,
  lockWalletChange,
  replaceWalletChange,
  type Wallet,
  writeWallet,
} from './queries/settings.ts'

// The wallet decides who receives money, so it changes like a payout leaves: one person asks, another approves.

type ChangeDeps = Pick<Deps, 'db' | 'clock'>

interface Request {
  caller: Caller
  scope: Scope
  organizerId: number
  /** Null: nothing is split any more. */
  wallet: Wallet | null
  password: string
  /** Of the second factor. */
  code: string | undefined
  ip: string
}

interface WalletColumns {
  wallet_id: string | null
  split_bp: number | null
}
const columns = (row: WalletColumns | undefined) => ({
  wallet_id: row?.wallet_id ?? null,
  split_bp: row?.split_bp ?? null,
})

/**
 * Asks for another wallet of an organizer, or none, in place of a change that waits. Throws 404 outside of the scope, 422 on
 * `current_password` and `code`.
 */
export async function requestWalletChange(
  deps: ChangeDeps & Pick<Deps, 'rateLimiter' | 'secrets'>,
  { caller, scope, organizerId, wallet, password, code, ip }: Request,
): Promise<void> {
  const proof = await confirmPassword(deps, caller, password)
  const at = deps.clock.now()
  const request = async (tx: Tx) => {
    await requireSamePassword(tx, caller.userId, proof)
    await takeCodeIfOn(tx, deps.secrets, { userId: caller.userId, code, at, ip })
    const { user_id: ownerId } = await getOrganizer(tx, both(scope, ofOrganizer(organizerId)))
    const before = await lockOwn(tx, organizerId)
    const changeId = await replaceWalletChange(tx, { organizerId, wallet, by: caller.userId, at })
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'payout_wallet.requested',
      entity: 'organizer',
      entityId: organizerId,
      before: columns(before),
      after: { wallet_id: wallet?.id ?? null, split_bp: wallet?.share ?? null },
      ip,
    })
    await addJob(tx, sendWalletChangeRequestedMail, { userId: ownerId })
    for (const { id: userId } of await listApprovers(tx, organizerId))
      if (userId !== caller.userId) await addJob(tx, sendWalletRequestToApproveMail, { changeId, userId })
  }
  const requesting = () => transaction(deps.db, request)
  await (code === undefined ? requesting() : checkingCode(deps, caller, requesting))
}

interface Decision {
  caller: Caller
  scope: Scope
  changeId: number
  ip: string
}

/** Holds for charges made from now on. Throws 403 to whoever asked for it, 404 when it does not wait any more. */
export const approveWalletChange = (deps: ChangeDeps, decision: Decision): Promise<void> =>
  decide(deps, decision, 'payout_wallet.updated', async (tx, change, at) => {
    if (!isSecondPerson(decision.caller, change))
      throw new AppError('forbidden', {
        message: 'Quem pediu a mudança da carteira não a aprova: outra pessoa precisa aprovar.',
      })
    const { wallet_id: id, split_bp: share } = change
    await writeWallet(tx, change.organizer_id, id !== null && share !== null ? { id, share } : null, at)
    await addJob(tx, sendWalletChangedMail, { userId: change.owner_user_id })
  })

/** Whoever asked for it may take it back. Throws 404 when it does not wait any more. */
export const refuseWalletChange = (deps: ChangeDeps, decision: Decision): Promise<void> =>
  decide(deps, decision, 'payout_wallet.refused')

type WalletChange = Awaited<ReturnType<typeof lockWalletChange>>

async function decide(
  { db, clock }: ChangeDeps,
  { caller, scope, changeId, ip }: Decision,
  action: string,
  carryOut?: (tx: Tx, change: WalletChange, at: Date) => Promise<void>,
): Promise<void> {
  const at = clock.now()
  await transaction(db, async (tx) => {
    const change = await lockWalletChange(tx, scope, changeId)
    const before = await lockOwn(tx, change.organizer_id)
    await carryOut?.(tx, change, at)
    await deleteWalletChange(tx, changeId)
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action,
      entity: 'organizer',
      entityId: change.organizer_id,
      before: columns(before),
      after: columns(change),
      ip,
    })
  })
}
