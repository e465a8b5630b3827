import type { Tx } from '#server/lib/db.ts'
import { recordSecurityEvent } from '#server/lib/security-log.ts'
import { hashToken, newToken } from '#server/lib/tokens.ts'
import { insertChallenge } from './queries.ts'

const CHALLENGE_MS = 10 * 60_000

interface FirstStep {
  userId: number
  /** The account's, when the first step was checked. */
  passwordHash: string
  at: Date
  ip: string
}

/** Records a security event, so that the owner sees that somebody passed the first step. */
export async function openChallenge(tx: Tx, { userId, passwordHash, at, ip }: FirstStep): Promise<string> {
  const challenge = newToken()
  await insertChallenge(tx, {
    token_hash: hashToken(challenge),
    user_id: userId,
    password_hash: passwordHash,
    created_at: at,
    expires_at: new Date(at.getTime() + CHALLENGE_MS),
  })
  await recordSecurityEvent(tx, { at, kind: 'login.challenged', userId, ip })
  return challenge
}
