import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import { SHORTEST_PASSWORD } from '#contract/fields.ts'
import { invalidField } from '#server/lib/errors.ts'
import { createTurns } from '#server/lib/turns.ts'

/**
 * Leaked passwords in lower case, most common first, that are long enough to be accepted: some 18,000, among them the
 * 10,000 most common (OWASP ASVS 6.2.4, 6.2.12).
 */
const COMMON: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= SHORTEST_PASSWORD),
)

/** Rejected as a password because it is an obvious guess. */
const PRODUCT = 'largada'

interface PasswordOwner {
  name: string
  email: string
}

/**
 * Returns why a password is too easy to guess, as a sentence; null when it is not. Length is checked by the contract,
 * and there are no composition rules: `uma frase longa` is as good as `x9$Kq!`.
 */
export function passwordProblem(password: string, owner: PasswordOwner): string | null {
  if (COMMON.has(password.toLowerCase()))
    return 'Esta senha é uma das mais usadas no mundo e fácil de adivinhar. Escolha outra.'
  const word = bare(password)
  if (word !== '' && wordsOf(owner).has(word))
    return 'A senha não pode ser o seu nome nem o seu e-mail, mesmo com números. Escolha outra.'
  return null
}

/** Strips accents, case, punctuation and leading and trailing digits: `Ána.Lima-1990` becomes `analima`. */
const bare = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/^\d+|\d+$/g, '')

function wordsOf({ name, email }: PasswordOwner): Set<string> {
  const parts = name.split(/\s+/)
  const [local = ''] = email.split('@')
  const firstAndLast = `${parts[0]}${parts.at(-1)}`
  return new Set([PRODUCT, ...[...parts, name, firstAndLast, email, local].map(bare)])
}

/** Argon2id (the library's default), 19 MiB, two passes, one lane: OWASP's minimum. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Hash of a discarded random password: verifying against it makes unknown accounts take as long as known ones. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$NF/VA57aMIVw3b8OHc36Ig$Z3tce1nyWE8+mGI+mZsKsnXt4c5dMGI996GZHA6CxRo'

/** A hash keeps a core busy for some 30 ms: one core is left for everything else, and nobody waits for longer than some seconds. */
const hashing = createTurns({ atOnce: Math.max(1, availableParallelism() - 1), waiting: 200 })

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const end = await hashing.take('')
  return work().finally(end)
}

/** Throws 503 when too many passwords wait to be hashed. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, OPTIONS))

/** Hashes a newly chosen password. Throws 422 on `password` when it is easy to guess. */
export async function hashNewPassword(password: string, owner: PasswordOwner): Promise<string> {
  const problem = passwordProblem(password, owner)
  if (problem) throw invalidField('password', problem)
  return hashPassword(password)
}

/** False also for an account without a password, after the same time. Throws 503 when too many passwords wait to be hashed. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const matches = await inTurn(() => verify(passwordHash ?? DUMMY_HASH, password))
  return matches && passwordHash !== null
}
