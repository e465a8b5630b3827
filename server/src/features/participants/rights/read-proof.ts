import type { Deps } from '#server/deps.ts'
import { getAccessibleEvent } from '#server/features/event/access/queries.ts'
import type { AnswerFile } from '#server/features/registration/answers/read-answer-file.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { findClaim } from './queries.ts'

interface Asked {
  caller: Caller
  registrationId: number
  ruleId: number
  ip: string
}

/** Audited, because the file may contain health data. Throws 404 outside the caller's scope. */
export async function readProof(
  { db, files, clock }: Pick<Deps, 'db' | 'files' | 'clock'>,
  { caller, registrationId, ruleId, ip }: Asked,
): Promise<AnswerFile> {
  const claim = await findClaim(db, registrationId, ruleId)
  if (!claim?.proof_path) throw new AppError('not_found')
  await getAccessibleEvent(db, caller, claim.event_id)
  const bytes = await files.read(claim.proof_path)
  if (bytes === null) throw new AppError('not_found')
  await transaction(db, (tx) =>
    audit(tx, {
      at: clock.now(),
      actorUserId: caller.userId,
      action: 'registration.right_proof_read',
      entityId: registrationId,
      eventId: claim.event_id,
      after: { Direito: claim.name },
      ip,
    }),
  )
  return { path: claim.proof_path, bytes }
}
