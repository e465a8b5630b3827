import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import { SHORTEST_PASSWORD } from '#contract/fields.ts'
import { invalidField } from '#server/lib/errors.ts'

/**
 * The passwords of published leaks by how often they were found, in lower case, as far as they are long enough to be
 * taken at all: some 18,000, of which the most common 10,000 are what OWASP ASVS 6.2.4 and 6.2.12 ask to refuse.
 */
const COMMON: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= SHORTEST_PASSWORD),
)

/** Whoever guesses begins with it. */
const PRODUCT = 'largada'

interface PasswordOwner {
  name: string
  email: string
}

/**
 * Why nobody should have this password, as a sentence; null when nothing speaks against it. Says nothing of length,
 * which the contract checks, nor of what it is composed of: `uma frase longa` is as good as `x9$Kq!`.
 */
export function passwordProblem(password: string, owner: PasswordOwner): string | null {
  if (COMMON.has(password.toLowerCase()))
    return 'Esta senha é uma das mais usadas no mundo e fácil de adivinhar. Escolha outra.'
  const word = bare(password)
  if (word !== '' && wordsOf(owner).has(word))
    return 'A senha não pode ser o seu nome nem o seu e-mail, mesmo com números. Escolha outra.'
  return null
}

/** Letters and digits without accents and capitals, and without the digits around them: `Ána.Lima-1990` is `analima`. */
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
