import { hash, verify } from '@node-rs/argon2'
import { invalidField } from '#server/lib/errors.ts'
import { type PasswordOwner, passwordProblem } from './password-problem.ts'

/** Argon2id (the library's default), 19 MiB, two passes, one lane: OWASP's minimum. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Of a random password that nobody kept: an unknown account takes as long to refuse as a known one. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$NF/VA57aMIVw3b8OHc36Ig$Z3tce1nyWE8+mGI+mZsKsnXt4c5dMGI996GZHA6CxRo'

export const hashPassword = (password: string): Promise<string> => hash(password, OPTIONS)

/** The same for a password that somebody chose just now. Throws 422 on `password` for one that is easily guessed. */
export async function hashNewPassword(password: string, owner: PasswordOwner): Promise<string> {
  const problem = passwordProblem(password, owner)
  if (problem) throw invalidField('password', problem)
  return hashPassword(password)
}

/** False also for an account without a password, after the same time. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const matches = await verify(passwordHash ?? NOBODYS_HASH, password)
  return matches && passwordHash !== null
}
