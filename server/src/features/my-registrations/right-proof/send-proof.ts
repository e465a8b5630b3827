import { dayIn, toBrazilianDate } from '#contract/dates.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import type { Deps } from '#server/deps.ts'
import { keepAnswerFile } from '#server/features/registration/answers/keep-answer-file.ts'
import { audit } from '#server/lib/audit.ts'
import { type Db, type Tx, transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { findClaim, lockRegistration, setProof } from './queries.ts'

interface Input {
  userId: number
  registrationId: number
  ip: string
}

/**
 * Stores the document for a claim, in place of an earlier one, and sends the claim to review. The claim is
 * checked before the upload is read and again under the lock, because staff may decide meanwhile. Throws 404,
 * 409, 413 or 415.
 */
export async function sendProof(
  deps: Deps,
  { ip, ...own }: Input,
  read: () => Promise<Buffer>,
): Promise<void> {
  const { userId, registrationId } = own
  await getOpenClaim(deps.db, own, deps.clock.now())
  const path = await keepAnswerFile(deps, { bytes: await read(), userId })
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    await lockRegistration(tx, own)
    const claim = await attachProof(tx, own, path, at)
    await audit(tx, {
      at,
      actorUserId: userId,
      action: 'registration.right_proof_sent',
      entity: 'registration',
      entityId: registrationId,
      eventId: claim.event_id,
      ip,
    })
  })
}

/** The caller has locked the registration. Throws 404 or 409. */
export async function attachProof(tx: Tx, own: Omit<Input, 'ip'>, path: string, at: Date) {
  const claim = await getOpenClaim(tx, own, at)
  await setProof(tx, { registrationId: own.registrationId, rightId: claim.right_rule_id, path, at })
  return claim
}

async function getOpenClaim(db: Db, own: Omit<Input, 'ip'>, now: Date) {
  const claim = await findClaim(db, own)
  if (!claim) throw new AppError('not_found')
  const problem = proofProblem(claim, now)
  if (problem) throw new AppError('state_changed', { message: problem })
  return claim
}

type Claim = NonNullable<Awaited<ReturnType<typeof findClaim>>>

/** Why no proof is accepted for a claim; null when one is. */
export function proofProblem(
  {
    status,
    registration_status,
    proof_due_on,
    timezone,
  }: Pick<Claim, 'status' | 'registration_status' | 'proof_due_on' | 'timezone'>,
  now: Date,
): string | null {
  if (registration_status === REGISTRATION_STATUS.cancelled) return 'Esta inscrição foi cancelada.'
  if (status !== 'awaiting_proof' && status !== 'in_review') return 'Esta inscrição não espera comprovante.'
  return proof_due_on !== null && dayIn(timezone, now) > proof_due_on
    ? `O prazo para enviar o comprovante terminou em ${toBrazilianDate(proof_due_on)}.`
    : null
}
