import type { Deps } from '#server/deps.ts'
import { networkOf } from '#server/lib/network.ts'
import type { Attempt, Limit, Pace } from '#server/lib/rate-limit.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { isKnownDevice } from './queries.ts'

const HOUR = 60 * 60

/** Limits on what guesses passwords, sends mail or costs much. */
export const LIMITS = {
  registerByIp: { name: 'register-ip', points: 30, perSeconds: HOUR },
  resetByIp: { name: 'reset-ip', points: 30, perSeconds: HOUR },
  emailChangeOfCaller: { name: 'email-change-caller', points: 5, perSeconds: HOUR },
  imageOfCaller: { name: 'image-caller', points: 20, perSeconds: HOUR },
  /** Its refusal says that an account has the CPF. */
  runnerOfCaller: { name: 'runner-caller', points: 10, perSeconds: HOUR },
  exportOfCaller: { name: 'export-caller', points: 20, perSeconds: HOUR },
} as const satisfies Record<string, Limit>

interface ActionPaces {
  /** For one account, from one known device or one network. */
  own: Pace
  /** For one account, from everywhere but its known devices: guessing from a thousand addresses. */
  account: Pace
  /** For one address, whatever the accounts. */
  address: Pace
}

const MINUTE = 60
const pace = (name: string, free: number, longestSeconds: number, forgetSeconds: number): Pace => ({
  name,
  free,
  longestSeconds,
  forgetSeconds,
})

/** Pauses after failed attempts, and between repeated requests for a message. */
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
   * Codes of the second factor, tried by somebody who knows the password. Three of a million codes are valid at a time:
   * the pause of an account leaves fifty guesses a day, which find one with a chance of 1 in 6,666.
   */
  code: {
    own: pace('code', 5, 60 * MINUTE, 60 * MINUTE),
    account: pace('code-account', 20, 30 * MINUTE, 30 * MINUTE),
    address: pace('code-address', 100, 10 * MINUTE, MINUTE),
  },
} as const satisfies Record<string, ActionPaces>

/** The current password, asked again within one session. */
export const PASSWORD_PACE = pace('password', 5, 15 * MINUTE, 10 * MINUTE)

/** Limits on hashing, which costs time and memory whether the password is right or wrong. */
export const HASH_PACES = {
  /** For one account from one network, from its known devices, or in one session. */
  own: pace('hash', 30, 30, 30),
  address: pace('hash-address', 300, 10, 3),
}

export interface Requester {
  email: string
  ip: string
  /** The device token that a browser stores after a login; null when it has none. */
  deviceToken: string | null
}

interface Counted {
  /** Counted when the action fails. */
  attempts: Attempt[]
  /** Counted for each password that is hashed, right or wrong. */
  costs: Attempt[]
}

/**
 * The counters of an attempt. A known device has counters of its own, so that guesses from elsewhere do not delay the
 * owner; everything else counts for its network and for the account as a whole.
 */
export async function attemptsOf(
  deps: Pick<Deps, 'db'>,
  what: keyof typeof PACES,
  { email, ip, deviceToken }: Requester,
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
