import type { MergePreview } from '#contract/backoffice/accounts.ts'
import type { Deps } from '#server/deps.ts'
import { removeFiles } from '#server/features/account/jobs.ts'
import { anonymizeUser, lockRegistrations } from '#server/features/account/privacy/queries.ts'
import { lockAccounts, updateUser, type WholeAccount } from '#server/features/account/queries.ts'
import { auditUser } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Db, type Tx, transaction } from '#server/lib/db.ts'
import { AppError, isUniqueViolation } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import { sendAccountsMergedMail } from '../../jobs.ts'
import { listRegistrationsOf } from '../queries.ts'
import { presentAccount, presentRegistration } from '../read-account.ts'
import { fillGaps } from './domain/fill-gaps.ts'
import {
  countHoldings,
  getAccountToMerge,
  hasOtherEvents,
  listConflicts,
  lockEventsOf,
  moveHoldings,
  wasMergedInto,
} from './queries.ts'

interface Pair {
  keptId: number
  /** Its row remains, anonymized. */
  duplicateId: number
}

interface Merge extends Pair {
  caller: Caller
  ip: string
}

/** An attempt fails when the duplicate registers for another event during the merge. */
const ATTEMPTS = 5

export async function previewMerge(db: Db, { keptId, duplicateId }: Pair): Promise<MergePreview> {
  const kept = await getAccountToMerge(db, keptId)
  const duplicate = await getAccountToMerge(db, duplicateId)
  requireMergeable(kept, duplicate)
  const [holdings, registrations, conflicts] = await Promise.all([
    countHoldings(db, duplicateId),
    listRegistrationsOf(db, duplicateId),
    listConflicts(db, keptId, duplicateId, kept.cpf ?? duplicate.cpf),
  ])
  return {
    kept: presentAccount(kept),
    duplicate: presentAccount(duplicate),
    orders: holdings.orders,
    registrations: registrations.map(presentRegistration),
    consents: holdings.consents,
    fills: fillGaps(kept, duplicate).names,
    ended_sessions: holdings.openSessions,
    conflicts,
  }
}

/** One transaction; idempotent. Throws 409 while both accounts are registered for the same event. */
export async function mergeAccounts(deps: Pick<Deps, 'db' | 'clock'>, merge: Merge): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) if (await merged(deps, merge)) return
  throw new AppError('busy')
}

/** Returns false when the merge must be retried; then nothing was written. */
async function merged(
  deps: Pick<Deps, 'db' | 'clock'>,
  { keptId, duplicateId, caller, ip }: Merge,
): Promise<boolean> {
  const at = deps.clock.now()
  return transaction(deps.db, async (tx) => {
    const events = await lockEventsOf(tx, duplicateId)
    await lockRegistrations(tx, { userId: duplicateId, cpf: null })
    const accounts = await lockAccounts(tx, [keptId, duplicateId])
    const kept = accounts.find(({ id }) => id === keptId)
    const duplicate = accounts.find(({ id }) => id === duplicateId)
    if (!kept || !duplicate) throw new AppError('not_found', { message: 'Participante não encontrado.' })
    if (duplicate.anonymized_at && (await wasMergedInto(tx, duplicateId, keptId))) return true
    requireMergeable(kept, duplicate)

    const cpf = kept.cpf ?? duplicate.cpf
    // A new order's event has to be locked before the accounts, so the merge starts again.
    if (await hasOtherEvents(tx, duplicateId, events)) return false
    await lockRegistrations(tx, { userId: duplicateId, cpf: null })
    const conflicts = await listConflicts(tx, keptId, duplicateId, cpf)
    if (conflicts.length > 0) throw bothRegistered(conflicts.map(({ event }) => event))
    const moved = await moveHoldings(tx, { from: duplicateId, to: keptId, cpf, at })
    await anonymizeUser(tx, duplicateId, at)
    const filled = fillGaps(kept, duplicate)
    // After the duplicate's CPF was cleared, because CPFs are unique.
    await updateUser(tx, keptId, filled.columns, at)
    await removeDuplicatesFiles(tx, duplicate, filled.columns)
    // One job per address, so that a failed message is not sent again to the other address.
    for (const toOld of [false, true])
      await addJob(tx, sendAccountsMergedMail, { userId: keptId, oldEmail: duplicate.email, toOld })

    const by = caller.userId
    const changes = { duplicate: duplicateId, ...moved, filled: filled.names }
    await auditUser(tx, 'user.merged', { at, userId: keptId, by, after: changes, ip })
    await auditUser(tx, 'user.merged_into', { at, userId: duplicateId, by, after: { into: keptId }, ip })
    return true
  }).catch((error) => {
    if (isUniqueViolation(error, 'registrations_one_active')) throw bothRegistered([])
    throw error
  })
}

function requireMergeable(kept: WholeAccount, duplicate: WholeAccount): void {
  if (kept.id === duplicate.id)
    throw new AppError('state_changed', { message: 'Escolha duas contas diferentes.' })
  if (kept.anonymized_at || duplicate.anonymized_at)
    throw new AppError('state_changed', { message: 'Uma destas contas já foi excluída.' })
  if (duplicate.roles.some((role) => role !== 'Participante'))
    throw new AppError('organization_account', {
      message:
        'A conta duplicada também administra a plataforma ou uma organização e não pode ser unificada.',
    })
  if (!kept.roles.includes('Participante'))
    throw new AppError('organization_account', { message: 'A conta que fica não é de um participante.' })
}

const bothRegistered = (events: readonly string[]) =>
  new AppError('already_registered', {
    message: `As duas contas têm inscrição ativa no mesmo evento${events.length > 0 ? `: ${events.join(', ')}` : ''}. Cancele uma delas antes de unificar.`,
  })

/** Removes the files that the kept account did not take over. */
async function removeDuplicatesFiles(
  tx: Tx,
  duplicate: WholeAccount,
  taken: { image_path?: string | null; document_path?: string | null },
): Promise<void> {
  const left = (['image_path', 'document_path'] as const).filter((column) => !taken[column])
  const paths = left.flatMap((column) => duplicate[column] ?? [])
  if (paths.length > 0) await addJob(tx, removeFiles, { paths })
}
