import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/lib/db.ts'
import { hashToken, newToken } from '#server/lib/tokens.ts'
import { insertPasskeyChallenge, takePasskeyChallenge } from './queries.ts'

export const CHALLENGE_MS = 5 * 60_000

/** Devices bind a passkey to the host, and sign the origin of the page. */
export function siteOf({ publicUrl }: Pick<Deps['config'], 'publicUrl'>): { rpId: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl)
  return { rpId: hostname, origin }
}

/** Given for an account that adds a passkey. */
interface Adding {
  userId: number
  passwordHash: string
}

export async function newChallenge(db: Db, at: Date, adding?: Adding): Promise<string> {
  const challenge = newToken()
  await insertPasskeyChallenge(db, {
    token_hash: hashToken(challenge),
    user_id: adding?.userId ?? null,
    password_hash: adding?.passwordHash ?? null,
    expires_at: new Date(at.getTime() + CHALLENGE_MS),
  })
  return challenge
}

/** Uses up the challenge that the answer names. Null when it is unknown, was used or has expired. */
export async function takeChallenge(db: Db, clientData: string, at: Date) {
  const challenge = challengeIn(clientData)
  const taken = challenge === null ? undefined : await takePasskeyChallenge(db, hashToken(challenge))
  if (challenge === null || !taken || taken.expiresAt <= at) return null
  return { challenge, ...taken }
}

function challengeIn(clientData: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString())
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}
