import type { Deps } from '#server/deps.ts'
import { networkOf } from '#server/lib/network.ts'
import type { Attempt, Limit, Pace } from '#server/lib/rate-limit.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { isKnownDevice } from './queries.ts'

const HOUR = 60 * 60

/** How often an account or an address may try what guesses passwords, sends mail or costs much. */
export const LIMITS = {
  registerByIp: { name: 'register-ip', points: 30, perSeconds: HOUR },
  resetByIp: { name: 'reset-ip', points: 30, perSeconds: HOUR },
  emailChangeOfCaller: { name: 'email-change-caller', points: 5, perSeconds: HOUR },
  imageOfCaller: { name: 'image-caller', points: 20, perSeconds: HOUR },
  exportOfCaller: { name: 'export-caller', points: 20, perSeconds: HOUR },
} as const satisfies Record<string, Limit>

interface ActionPaces {
  /** Of one account, from one device that knows it or from one address. */
  own: Pace
  /** Of one account, from everywhere but the devices that know it: one account guessed at from a thousand addresses. */
  account: Pace
  /** From one address, of whatever accounts. */
  address: Pace
}

const MINUTE = 60
const pace = (name: string, free: number, longestSeconds: number, forgetSeconds: number): Pace => ({
  name,
  free,
  longestSeconds,
  forgetSeconds,
})

/** How fast those may go on who fail at these, or ask for a message again and again. */
export const PACES = {
  login: {
    own: pace('login', 5, 15 * MINUTE, 10 * MINUTE),
    account: pace('login-account', 50, 2 * MINUTE, 2 * MINUTE),
    /** Many runners share the address of a club or a telephone company. */
    address: pace('login-address', 100, MINUTE, 9),
  },
  resend: {
    own: pace('resend', 3, 30 * MINUTE, 10 * MINUTE),
    account: pace('resend-account', 10, 10 * MINUTE, 6 * MINUTE),
    address: pace('resend-address', 30, 2 * MINUTE, 2 * MINUTE),
  },
  recover: {
    own: pace('recover', 3, 30 * MINUTE, 10 * MINUTE),
    account: pace('recover-account', 10, 10 * MINUTE, 6 * MINUTE),
    address: pace('recover-address', 30, 2 * MINUTE, 2 * MINUTE),
  },
  /**
   * Codes of the second factor, by whoever knows the password. Three of a million count at a time: fifty guesses a day, which is
   * what the longest pause of an account leaves, find one with a chance of 1 in 6,666.
   */
  code: {
    own: pace('code', 5, 60 * MINUTE, 60 * MINUTE),
    account: pace('code-account', 20, 30 * MINUTE, 30 * MINUTE),
    address: pace('code-address', 100, 10 * MINUTE, MINUTE),
  },
} as const satisfies Record<string, ActionPaces>

/** The current password, asked again in one session. */
export const PASSWORD_PACE = pace('password', 5, 15 * MINUTE, 10 * MINUTE)

/** Each password that is looked at costs the time and memory of a hash, be it right or wrong. */
export const HASH_PACES = {
  /** Of one account from one address, from the devices that know it, or in one session. */
  own: pace('hash', 30, 30, 30),
  address: pace('hash-address', 300, 10, 3),
}

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
