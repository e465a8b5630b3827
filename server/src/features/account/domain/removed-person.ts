/** The name left on what a removed account must leave behind. */
export const REMOVED_NAME = 'Participante removido'

/** Nobody's phone and nobody's birthday, where a registration must have one. */
export const REMOVED_PHONE = '00000000000'
export const REMOVED_BIRTH_ON = '1900-01-01'

/** A mailbox that cannot exist (RFC 2606), one for each removed account: e-mails are unique. */
export const removedEmail = (userId: number): string => `removido-${userId}@removido.invalid`

/**
 * Eleven digits that are no CPF, one for each registration below 10^9: a registration must carry eleven digits, and an
 * event takes each only once. The ninth power of ten is where the nine free digits of a CPF end; the first check digit
 * is made wrong on purpose, so that nobody's real CPF can ever be met.
 */
export function removedCpf(registrationId: number): string {
  const base = String(registrationId % 1_000_000_000).padStart(9, '0')
  const sum = [...base].reduce((total, digit, i) => total + Number(digit) * (10 - i), 0)
  const rightDigit = ((sum * 10) % 11) % 10
  return `${base}${(rightDigit + 1) % 10}0`
}
