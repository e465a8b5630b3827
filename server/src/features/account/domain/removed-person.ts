/** The name on the rows that remain of a removed account. */
export const REMOVED_NAME = 'Participante removido'

/** Placeholders for required columns of a registration. */
export const REMOVED_PHONE = '00000000000'
export const REMOVED_BIRTH_ON = '1900-01-01'

/** A mailbox that cannot exist (RFC 2606), one for each removed account: e-mails are unique. */
export const removedEmail = (userId: number): string => `removido-${userId}@removido.invalid`

/**
 * Eleven digits that are not a valid CPF, different for each registration below 10^9: the column is required and unique
 * within an event. The first check digit is made wrong on purpose, so that they never equal a real CPF.
 */
export function removedCpf(registrationId: number): string {
  const base = String(registrationId % 1_000_000_000).padStart(9, '0')
  const sum = [...base].reduce((total, digit, i) => total + Number(digit) * (10 - i), 0)
  const rightDigit = ((sum * 10) % 11) % 10
  return `${base}${(rightDigit + 1) % 10}0`
}
