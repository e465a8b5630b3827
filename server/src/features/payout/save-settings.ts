import type { Destination } from '#contract/payout/destination.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { invalidField } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import { confirmPassword, requireSamePassword } from '../account/credentials/require-password.ts'
import { checkingCode, takeCodeIfOn } from '../account/second-factor/take-code.ts'
import type { Reserve } from './domain/balance.ts'
import { sendDestinationChangedMail } from './jobs.ts'
import { both, getOrganizer, ofOrganizer, type Scope } from './queries/organizers.ts'
import { lockOwn, lockReserve, writeDestination, writeOwnReserve, writeReserve } from './queries/settings.ts'

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
    const before = await lockReserve(tx, enterpriseId)
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

interface NewDestination extends Saving {
  organizerId: number
  destination: Destination
  password: string
  /** Of the second factor. */
  code: string | undefined
}

/**
 * Saves where the organizer's payouts go, for those requested from now on. Throws 422 on `current_password` and `code`, and for a bank account
 * that is not the organizer's.
 */
export async function saveDestination(
  deps: SaveDeps & Pick<Deps, 'rateLimiter' | 'secrets'>,
  { caller, ip, organizerId, destination, password, code }: NewDestination,
): Promise<void> {
  const proof = await confirmPassword(deps, caller, password)
  const at = deps.clock.now()
  const save = async (tx: Tx) => {
    await requireSamePassword(tx, caller.userId, proof)
    await takeCodeIfOn(tx, deps.secrets, { userId: caller.userId, code, at, ip })
    const { cnpj, owner_cpf } = await getOrganizer(tx, ofOrganizer(organizerId))
    const holder = destination.bank_account?.holder_document
    if (holder !== undefined && holder !== cnpj && holder !== owner_cpf)
      throw invalidField(
        'bank_account.holder_document',
        'A conta precisa ser do organizador: use o CNPJ ou o CPF do seu cadastro.',
      )
    await writeDestination(tx, organizerId, destination, at)
    // A Pix key may be a CPF, an e-mail or a telephone number, and an account is somebody's.
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'payout_destination.updated',
      entity: 'organizer',
      entityId: organizerId,
      ip,
    })
    await addJob(tx, sendDestinationChangedMail, { userId: caller.userId })
  }
  const saving = () => transaction(deps.db, save)
  await (code === undefined ? saving() : checkingCode(deps, caller, saving))
}
