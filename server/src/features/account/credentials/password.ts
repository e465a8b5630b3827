import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import { SHORTEST_PASSWORD } from '#contract/fields.ts'
import { invalidField } from '#server/lib/errors.ts'
import { createTurns } from '#server/lib/turns.ts'

/** Leaked passwords, most common first: about 18,000 (OWASP ASVS 6.2.4, 6.2.12). */
const COMMON: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= SHORTEST_PASSWORD),
)

const PRODUCT = 'largada'

interface PasswordOwner {
  name: string
  email: string
}

/** Null when the password is acceptable. The contract checks the length; there are no composition rules. */
export function passwordProblem(password: string, owner: PasswordOwner): string | null {
  if (COMMON.has(password.toLowerCase()))
    return 'Esta senha é uma das mais usadas no mundo e fácil de adivinhar. Escolha outra.'
  const word = bare(password)
  if (word !== '' && wordsOf(owner).has(word))
    return 'A senha não pode ser o seu nome nem o seu e-mail, mesmo com números. Escolha outra.'
  return null
}

/** `Ána.Lima-1990` becomes `analima`. */
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
