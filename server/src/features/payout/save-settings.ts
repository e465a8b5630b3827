import { isDeepStrictEqual } from 'node:util'
import type { Destination } from '#contract/payout/destination.ts'
import type { Deps } from '#server/deps.ts'
import { type Confirmation, confirmedTransaction } from '#server/features/account/confirm.ts'
import { requireSecondFactor } from '#server/features/account/second-factor/take-code.ts'
import { kind } from '#server/features/fees/save-settings.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import type { Reserve } from './domain/balance.ts'
import { holdOf, isProven, strangerProblems } from './domain/destination.ts'
import { sendDestinationChangedMail, sendHolderToConfirmMail } from './jobs.ts'
import { destinationOf } from './present.ts'
import { both, getOrganizer, ofOrganizer, type Scope } from './queries/organizers.ts'
import { listApprovers } from './queries/payouts.ts'
import {
  lockOwn,
  lockReserve,
  markHolderConfirmed,
  writeDestination,
  writeOwnReserve,
  writeReserve,
} from './queries/settings.ts'

type SaveDeps = Pick<Deps, 'db' | 'clock'>
type ConfirmDeps = SaveDeps & Pick<Deps, 'rateLimiter' | 'secrets'>

const columns = (reserve: Reserve | null) => ({
  reserve_bp: reserve?.rate ?? null,
  reserve_days: reserve?.days ?? null,
})

/** Effective immediately, also for payouts that are not approved yet. */
export const RESERVE = kind({
  action: 'payout_reserve.updated',
  lock: lockReserve,
  write: writeReserve,
  shown: columns,
})

interface OwnReserve {
  caller: Caller
  ip: string
  scope: Scope
  organizerId: number
  reserve: Reserve | null
}

/** Null: the enterprise's reserve applies again. Throws 404 outside the scope. */
export async function saveOwnReserve(
  { db, clock }: SaveDeps,
  { caller, ip, scope, organizerId, reserve }: OwnReserve,
): Promise<void> {
  const at = clock.now()
  await transaction(db, async (tx) => {
    await getOrganizer(tx, both(scope, ofOrganizer(organizerId)))
    const before = await lockOwn(tx, organizerId)
    await writeOwnReserve(tx, organizerId, reserve, at)
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'payout_reserve.updated',
      entity: 'organizer',
      entityId: organizerId,
      before: { reserve_bp: before?.reserve_bp ?? null, reserve_days: before?.reserve_days ?? null },
      after: columns(reserve),
      ip,
    })
  })
}

interface NewDestination extends Confirmation {
  organizerId: number
  destination: Destination
}

/**
 * Payouts that were already requested keep their destination. Throws 409 without a second factor, 422 on
 * `current_password`, `code` and the fields that name another holder.
 */
export const saveDestination = (
  deps: ConfirmDeps,
  { organizerId, destination, ...confirmation }: NewDestination,
): Promise<void> =>
  confirmedTransaction(deps, confirmation, async (tx, at) => {
    const { caller, ip } = confirmation
    await requireSecondFactor(tx, caller.userId, 'cadastrar a conta dos repasses')
    const organizer = await getOrganizer(tx, ofOrganizer(organizerId))
    const errors = strangerProblems(destination, organizer)
    if (Object.keys(errors).length > 0) throw new AppError('validation', { errors })
    const before = destinationOf(organizer)
    if (isDeepStrictEqual(destination, before)) return
    const proven = isProven(destination, organizer)
    const { destination_saved_at, holder_confirmed_at, previous_destination } = organizer
    // The enterprise does not know a destination that could not receive anything yet.
    const known = holder_confirmed_at && !holdOf(destination_saved_at, at) ? before : previous_destination
    await writeDestination(tx, organizerId, { destination, previous: known, proven, at })
    // No values: a Pix key may be a CPF, an e-mail or a phone number, and accounts are personal data.
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'payout_destination.updated',
      entity: 'organizer',
      entityId: organizerId,
      ip,
    })
    await addJob(tx, sendDestinationChangedMail, { userId: caller.userId })
    if (proven) return
    for (const { id: userId } of await listApprovers(tx, organizerId))
      await addJob(tx, sendHolderToConfirmMail, { organizerId, userId })
  })

interface Holder extends Confirmation {
  scope: Scope
  organizerId: number
  /** When the destination whose holder was looked up was saved. */
  savedAt: Date
}

/** Throws 404 outside the scope, 409 when another destination was saved or the holder is confirmed. */
export const confirmHolder = (
  deps: ConfirmDeps,
  { scope, organizerId, savedAt, ...confirmation }: Holder,
): Promise<void> =>
  confirmedTransaction(deps, confirmation, async (tx, at) => {
    await getOrganizer(tx, both(scope, ofOrganizer(organizerId)))
    if (!(await markHolderConfirmed(tx, organizerId, { savedAt, at })))
      throw new AppError('state_changed', {
        message: 'A conta mudou, ou o titular já foi confirmado. Recarregue a página.',
      })
    await audit(tx, {
      at,
      actorUserId: confirmation.caller.userId,
      action: 'payout_destination.confirmed',
      entity: 'organizer',
      entityId: organizerId,
      ip: confirmation.ip,
    })
  })
