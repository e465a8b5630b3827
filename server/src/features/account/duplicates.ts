import { type AppError, invalidField, isUniqueViolation } from '#server/lib/errors.ts'

export const EMAIL_TAKEN = 'Este e-mail já está cadastrado.'
export const CPF_TAKEN = 'Este CPF já está cadastrado.'

/** Two people may want the same e-mail or CPF at once: the database lets one through, the other hears why. */
export function asDuplicate(error: unknown): AppError | null {
  if (isUniqueViolation(error, 'users_email')) return invalidField('email', EMAIL_TAKEN)
  if (isUniqueViolation(error, 'users_cpf')) return invalidField('cpf', CPF_TAKEN)
  return null
}
