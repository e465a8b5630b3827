import type { Deps } from '#server/deps.ts'
import { networkOf } from '#server/lib/network.ts'
import type { Attempt } from '#server/lib/rate-limit.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { HASH_PACES, PACES } from '../limits.ts'
import { isKnownDevice } from './queries.ts'

export interface Asked {
  email: string
  ip: string
  /** What the browser keeps since somebody logged in with it; null where it keeps nothing. */
  deviceToken: string | null
}

interface Counted {
  /** Counted unless it succeeds. */
  attempts: Attempt[]
  /** What a password that is looked at costs, right or wrong. */
  costs: Attempt[]
}

/**
 * As what this counts when it fails. A device from which the account was opened before counts by itself, so that nobody who
 * guesses from elsewhere keeps its owner waiting; everything else counts for its address and for the account as a whole.
 */
export async function attemptsOf(
  deps: Pick<Deps, 'db'>,
  what: keyof typeof PACES,
  { email, ip, deviceToken }: Asked,
): Promise<Counted> {
  const { own, account, address } = PACES[what]
  if (deviceToken !== null && (await isKnownDevice(deps.db, email, hashToken(deviceToken))))
    return {
      attempts: [{ pace: own, subject: `${email} ${deviceToken}` }],
      costs: [{ pace: HASH_PACES.own, subject: `${email} known` }],
    }
  const there = `${email} ${networkOf(ip)}`
  return {
    attempts: [
      { pace: own, subject: there },
      { pace: account, subject: email },
      { pace: address, subject: ip },
    ],
    costs: [
      { pace: HASH_PACES.own, subject: there },
      { pace: HASH_PACES.address, subject: ip },
    ],
  }
}
