import type { Deps } from '#server/deps.ts'
import { networkOf } from '#server/lib/network.ts'
import type { Attempt, Backoff, Limit } from '#server/lib/rate-limit.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { isKnownDevice } from './queries.ts'

const HOUR = 60 * 60

/** Fixed windows: a window begins with the first point. Wrong passwords lock nobody out: see `BACKOFFS`. */
export const LIMITS = {
  registerByIp: { name: 'register-ip', points: 30, perSeconds: HOUR },
  resetByIp: { name: 'reset-ip', points: 30, perSeconds: HOUR },
  /** A club or a mobile network shares its address. */
  passkeyByIp: { name: 'passkey-ip', points: 300, perSeconds: HOUR },
  /** Above it, open log-in pages suggest no passkeys, and their buttons still work. */
  suggestedPasskeyByIp: { name: 'suggested-passkey-ip', points: 300, perSeconds: HOUR },
  emailChangeOfCaller: { name: 'email-change-caller', points: 5, perSeconds: HOUR },
  imageOfCaller: { name: 'image-caller', points: 20, perSeconds: HOUR },
  /** The error of this request reveals that an account has the CPF. */
  runnerOfCaller: { name: 'runner-caller', points: 10, perSeconds: HOUR },
  exportOfCaller: { name: 'export-caller', points: 20, perSeconds: HOUR },
} as const satisfies Record<string, Limit>

interface ActionBackoffs {
  /** From one known device or one network. */
  own: Backoff
  /** From all unknown devices, against guessing from many addresses. */
  account: Backoff
  /** From one address, for any account. */
  address: Backoff
}

const MINUTE = 60
const backoff = (name: string, free: number, longestSeconds: number, forgetSeconds: number): Backoff => ({
  name,
  free,
  longestSeconds,
  forgetSeconds,
})

export const BACKOFFS = {
  login: {
    own: backoff('login', 5, 15 * MINUTE, 10 * MINUTE),
    account: backoff('login-account', 50, 2 * MINUTE, 2 * MINUTE),
    /** Many runners share the address of a club or a mobile network. */
    address: backoff('login-address', 100, MINUTE, 9),
  },
  resend: {
    own: backoff('resend', 3, 30 * MINUTE, 10 * MINUTE),
    account: backoff('resend-account', 10, 10 * MINUTE, 6 * MINUTE),
    address: backoff('resend-address', 30, 2 * MINUTE, 2 * MINUTE),
  },
  recover: {
    own: backoff('recover', 3, 30 * MINUTE, 10 * MINUTE),
    account: backoff('recover-account', 10, 10 * MINUTE, 6 * MINUTE),
    address: backoff('recover-address', 30, 2 * MINUTE, 2 * MINUTE),
  },
  link: {
    own: backoff('link', 3, 30 * MINUTE, 10 * MINUTE),
    account: backoff('link-account', 10, 10 * MINUTE, 6 * MINUTE),
    address: backoff('link-address', 30, 2 * MINUTE, 2 * MINUTE),
  },
  passkey: {
    own: backoff('passkey', 5, 15 * MINUTE, 10 * MINUTE),
    account: backoff('passkey-account', 50, 2 * MINUTE, 2 * MINUTE),
    address: backoff('passkey-address', 100, MINUTE, 9),
  },
  /** Three of a million codes are valid at a time: fifty guesses a day succeed with 1 in 6,666. */
  code: {
    own: backoff('code', 5, 60 * MINUTE, 60 * MINUTE),
    account: backoff('code-account', 20, 30 * MINUTE, 30 * MINUTE),
    address: backoff('code-address', 100, 10 * MINUTE, MINUTE),
  },
} as const satisfies Record<string, ActionBackoffs>

/** For the current password when it is asked again within a session. */
export const PASSWORD_BACKOFF = backoff('password', 5, 15 * MINUTE, 10 * MINUTE)

/** Hashing costs time and memory whether or not the password is correct. */
export const HASH_BACKOFFS = {
  /** From one network or from the known devices, or in one session. */
  own: backoff('hash', 30, 30, 30),
  address: backoff('hash-address', 300, 10, 3),
}

export interface Requester {
  email: string
  ip: string
  /** Stored by a browser after a login. */
  deviceToken: string | null
}

interface Counted {
  /** Counted when the action fails. */
  attempts: Attempt[]
  /** Counted for each hashed password, correct or not. */
  costs: Attempt[]
}

/** Known devices have their own counter, so that guesses from elsewhere do not delay the owner. */
export async function attemptsOf(
  deps: Pick<Deps, 'db'>,
  what: keyof typeof BACKOFFS,
  { email, ip, deviceToken }: Requester,
): Promise<Counted> {
  const { own, account, address } = BACKOFFS[what]
  if (deviceToken !== null && (await isKnownDevice(deps.db, email, hashToken(deviceToken))))
    return {
      attempts: [{ backoff: own, subject: `${email} ${deviceToken}` }],
      costs: [{ backoff: HASH_BACKOFFS.own, subject: `${email} known` }],
    }
  const there = `${email} ${networkOf(ip)}`
  return {
    attempts: [
      { backoff: own, subject: there },
      { backoff: account, subject: email },
      { backoff: address, subject: ip },
    ],
    costs: [
      { backoff: HASH_BACKOFFS.own, subject: there },
      { backoff: HASH_BACKOFFS.address, subject: ip },
    ],
  }
}
