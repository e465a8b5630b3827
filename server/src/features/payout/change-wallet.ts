import type { Deps } from '#server/deps.ts'
import { type Confirmation, confirmed, confirmedTransaction } from '#server/features/account/confirm.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
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

// The wallet determines who receives money, so one person requests a change and another approves it.

type ChangeDeps = Pick<Deps, 'db' | 'clock'>
type ConfirmDeps = ChangeDeps & Pick<Deps, 'rateLimiter' | 'secrets'>

interface Request extends Confirmation {
  scope: Scope
  organizerId: number
  /** Null: payments are no longer split. */
  wallet: Wallet | null
}

interface WalletColumns {
  wallet_id: string | null
  split_bp: number | null
}
const columns = (row: WalletColumns | undefined) => ({
  wallet_id: row?.wallet_id ?? null,
  split_bp: row?.split_bp ?? null,
})

/** Replaces a pending request. Throws 404 outside the scope, 422 on `current_password` and `code`. */
export const requestWalletChange = (
  deps: ConfirmDeps,
  { scope, organizerId, wallet, ...confirmation }: Request,
): Promise<void> =>
  confirmedTransaction(deps, confirmation, async (tx, at) => {
    const { userId: by } = confirmation.caller
    const { user_id: ownerId } = await getOrganizer(tx, both(scope, ofOrganizer(organizerId)))
    const before = await lockOwn(tx, organizerId)
    const changeId = await replaceWalletChange(tx, { organizerId, wallet, by, at })
    await audit(tx, {
      at,
      actorUserId: by,
      action: 'payout_wallet.requested',
      entity: 'organizer',
      entityId: organizerId,
      before: columns(before),
      after: { wallet_id: wallet?.id ?? null, split_bp: wallet?.share ?? null },
      ip: confirmation.ip,
    })
    await addJob(tx, sendWalletChangeRequestedMail, { userId: ownerId })
    for (const { id: userId } of await listApprovers(tx, organizerId))
      if (userId !== by) await addJob(tx, sendWalletRequestToApproveMail, { changeId, userId })
  })

interface Decision {
  caller: Caller
  scope: Scope
  changeId: number
  ip: string
}

/**
 * The new wallet applies to charges created from now on. Throws 403 for the person who requested the change,
 * 404 when it is not pending, 422 on `current_password` and `code`.
 */
export const approveWalletChange = (deps: ConfirmDeps, decision: Decision & Confirmation): Promise<void> =>
  confirmed(deps, decision, (prove) =>
    decide(deps, decision, 'payout_wallet.updated', {
      prove,
      async carryOut(tx, change, at) {
        if (!isSecondPerson(decision.caller, change))
          throw new AppError('forbidden', {
            message: 'Quem pediu a mudança da carteira não a aprova: outra pessoa precisa aprovar.',
          })
        const { wallet_id: id, split_bp: share } = change
        await writeWallet(tx, change.organizer_id, id !== null && share !== null ? { id, share } : null, at)
        await addJob(tx, sendWalletChangedMail, { userId: change.owner_user_id })
      },
    }),
  )

/** The person who requested the change may refuse it too. Throws 404 when it is no longer pending. */
export const refuseWalletChange = (deps: ChangeDeps, decision: Decision): Promise<void> =>
  decide(deps, decision, 'payout_wallet.refused')

type WalletChange = Awaited<ReturnType<typeof lockWalletChange>>

interface Approval {
  prove(tx: Tx): Promise<void>
  carryOut(tx: Tx, change: WalletChange, at: Date): Promise<void>
}

/** Locks the account before the change, as a request does. */
async function decide(
  { db, clock }: ChangeDeps,
  { caller, scope, changeId, ip }: Decision,
  action: string,
  approval?: Approval,
): Promise<void> {
  const at = clock.now()
  await transaction(db, async (tx) => {
    await approval?.prove(tx)
    const change = await lockWalletChange(tx, scope, changeId)
    const before = await lockOwn(tx, change.organizer_id)
    await approval?.carryOut(tx, change, at)
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
