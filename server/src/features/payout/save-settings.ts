import type { PixKeyType } from '#contract/payout/pix-key.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { addJob } from '#server/lib/jobs.ts'
import { confirmPassword, requireSamePassword } from '../account/credentials/require-password.ts'
import type { Reserve } from './domain/balance.ts'
import { sendDestinationChangedMail } from './jobs.ts'
import { both, getOrganizer, ofOrganizer, type Scope } from './queries/organizers.ts'
import { findReserve, writeDestination, writeOwnReserve, writeReserve } from './queries/settings.ts'

type SaveDeps = Pick<Deps, 'db' | 'clock'>

interface Saving {
  caller: Caller
  ip: string
}

const columns = (reserve: Reserve | null) => ({
  reserve_bp: reserve?.rate ?? null,
  reserve_days: reserve?.days ?? null,
})

/** Holds from now on, for payouts not yet approved too. */
export async function saveReserve(
  { db, clock }: SaveDeps,
  { caller, ip, enterpriseId, reserve }: Saving & { enterpriseId: number; reserve: Reserve },
): Promise<void> {
  const at = clock.now()
  await transaction(db, async (tx) => {
    const before = await findReserve(tx, enterpriseId)
    await writeReserve(tx, enterpriseId, reserve, at)
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'payout_reserve.updated',
      entity: 'enterprise',
      entityId: enterpriseId,
      before: columns(before),
      after: columns(reserve),
      ip,
    })
  })
}

/** Null: the enterprise's holds again. Throws 404 outside of the scope. */
export async function saveOwnReserve(
  { db, clock }: SaveDeps,
  {
    caller,
    ip,
    scope,
    organizerId,
    reserve,
  }: Saving & { scope: Scope; organizerId: number; reserve: Reserve | null },
): Promise<void> {
  const at = clock.now()
  await transaction(db, async (tx) => {
    const before = await getOrganizer(tx, both(scope, ofOrganizer(organizerId)))
    await writeOwnReserve(tx, organizerId, reserve, at)
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'payout_reserve.updated',
      entity: 'organizer',
      entityId: organizerId,
      before: { reserve_bp: before.own_rate, reserve_days: before.own_days },
      after: columns(reserve),
      ip,
    })
  })
}

/** Saves where the organizer's payouts go, for those requested from now on. Throws 422 on `current_password`. */
export async function saveDestination(
  deps: SaveDeps & Pick<Deps, 'rateLimiter'>,
  {
    caller,
    ip,
    organizerId,
    destination,
    password,
  }: Saving & { organizerId: number; destination: { type: PixKeyType; key: string }; password: string },
): Promise<void> {
  const proof = await confirmPassword(deps, caller, password)
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    await requireSamePassword(tx, caller.userId, proof)
    await writeDestination(tx, organizerId, destination, at)
    // A Pix key may be a CPF, an e-mail or a telephone number.
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'payout_destination.updated',
      entity: 'organizer',
      entityId: organizerId,
      ip,
    })
    await addJob(tx, sendDestinationChangedMail, { userId: caller.userId })
  })
}
