import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import {
  commonPasswords,
  type PasswordOwner,
  passwordProblem as problemOf,
} from '#contract/account/password.ts'
import { invalidField } from '#server/lib/errors.ts'
import { createTurns } from '#server/lib/turns.ts'

/** Most common first: about 18,000 (OWASP ASVS 6.2.4, 6.2.12). */
const COMMON = commonPasswords(dictionary['passwords-common'])

/** Null when the password is acceptable. */
export const passwordProblem = (password: string, owner: PasswordOwner): string | null =>
  problemOf(password, owner, COMMON)

/** Argon2id (the library's default), 19 MiB, two passes, one queue: OWASP's minimum. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** The hash of a discarded password. Verifying it makes unknown accounts take as long as known ones. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$NF/VA57aMIVw3b8OHc36Ig$Z3tce1nyWE8+mGI+mZsKsnXt4c5dMGI996GZHA6CxRo'

/** Hashing keeps a core busy for about 30 ms: one core stays free, and the queue waits only seconds. */
const hashing = createTurns({ atOnce: Math.max(1, availableParallelism() - 1), waiting: 200 })

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const end = await hashing.take('')
  return work().finally(end)
}

/** Throws 503 when too many hashes are queued. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, OPTIONS))

/** Throws 422 on `password` when it is easy to guess, 503 when too many hashes are queued. */
export async function hashNewPassword(password: string, owner: PasswordOwner): Promise<string> {
  const problem = passwordProblem(password, owner)
  if (problem) throw invalidField('password', problem)
  return hashPassword(password)
}

/** An account without a password takes the same time. Throws 503 when too many hashes are queued. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const matches = await inTurn(() => verify(passwordHash ?? DUMMY_HASH, password))
  return matches && passwordHash !== null
}
