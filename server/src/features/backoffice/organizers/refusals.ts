import type { FieldErrors } from '#contract/errors.ts'
import type { Db } from '#server/lib/db.ts'
import { AppError, invalidField, isUniqueViolation } from '#server/lib/errors.ts'
import { asDuplicate as asDuplicateUser, EMAIL_TAKEN } from '../../account/create-user.ts'
import { findTaken } from '../../account/queries.ts'
import { hasEnterprise, isOwnCnpjTaken } from './queries.ts'

const CNPJ_TAKEN = 'Este CNPJ já está cadastrado.'

interface Wanted {
  email: string
  cnpj: string
  enterprise_id: number
}

/** Throws 422 with everything somebody else has already, and an enterprise that does not exist. */
export async function refuseWrong(
  db: Db,
  { email, cnpj, enterprise_id }: Wanted,
  except: { id: number; userId: number } | null,
): Promise<void> {
  const taken = await findTaken(db, { email, cpf: null, exceptUserId: except?.userId ?? null })
  const errors: FieldErrors = {
    ...(taken.email && { email: [EMAIL_TAKEN] }),
    ...((await isOwnCnpjTaken(db, cnpj, except?.id ?? null)) && { cnpj: [CNPJ_TAKEN] }),
    ...(!(await hasEnterprise(db, enterprise_id)) && { enterprise_id: ['Empresa não encontrada.'] }),
  }
  if (Object.keys(errors).length > 0) throw new AppError('validation', { errors })
}

/** The same said by the database, when two ask at once. */
export const asDuplicate = (error: unknown): AppError | null =>
  isUniqueViolation(error, 'organizers_own_cnpj') ? invalidField('cnpj', CNPJ_TAKEN) : asDuplicateUser(error)
