import { SHORTEST_PASSWORD } from '../fields.ts'

const PRODUCT = 'largada'

export interface PasswordOwner {
  name: string
  email: string
}

/** The leaked passwords that are long enough to be chosen. */
export const commonPasswords = (leaked: readonly string[]): ReadonlySet<string> =>
  new Set(leaked.filter((password) => password.length >= SHORTEST_PASSWORD))

/** Null when the password is acceptable. `NewPassword` checks the length; there are no composition rules. */
export function passwordProblem(
  password: string,
  owner: PasswordOwner,
  common: ReadonlySet<string>,
): string | null {
  if (common.has(password.toLowerCase()))
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

/** 1 to 4: weak, fair, good, strong. */
export type PasswordStrength = 1 | 2 | 3 | 4

/** Kinds of characters and how many there are of each. */
const ALPHABETS = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[^a-zA-Z\d]/, 33],
] as const

/** Bits from which a password is fair, good and strong. */
const LEVELS = [30, 50, 70] as const

/** A rough estimate for an acceptable password: repeated and consecutive characters add nothing. */
export function passwordStrength(password: string): PasswordStrength {
  const codes = [...password].map((character) => character.codePointAt(0) ?? 0)
  const surprising = codes.filter((code, at) => at === 0 || Math.abs(code - (codes[at - 1] ?? 0)) > 1).length
  const choices = ALPHABETS.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 1)
  const bits = surprising * Math.log2(choices)
  return (1 + LEVELS.filter((level) => bits >= level).length) as PasswordStrength
}
