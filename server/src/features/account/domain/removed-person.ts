export const REMOVED_NAME = 'Participante removido'

/** Placeholders for the required columns of a registration. */
export const REMOVED_PHONE = '00000000000'
export const REMOVED_BIRTH_ON = '1900-01-01'

/** An address that cannot exist (RFC 2606), different for each removed account because e-mails are unique. */
export const removedEmail = (userId: number): string => `removido-${userId}@removido.invalid`

/** Unique for ids below 10^9. The first check digit is wrong, so that it never equals a real CPF. */
export function removedCpf(registrationId: number): string {
  const base = String(registrationId % 1_000_000_000).padStart(9, '0')
  const sum = [...base].reduce((total, digit, i) => total + Number(digit) * (10 - i), 0)
  const rightDigit = ((sum * 10) % 11) % 10
  return `${base}${(rightDigit + 1) % 10}0`
}
