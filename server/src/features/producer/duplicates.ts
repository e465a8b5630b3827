import type { FieldErrors } from '#contract/errors.ts'
import type { Db } from '#server/lib/db.ts'
import { AppError, invalidField, isUniqueViolation } from '#server/lib/errors.ts'
import { asDuplicate as asDuplicateUser, EMAIL_TAKEN } from '../account/create-user.ts'
import { findTaken } from '../account/queries.ts'
import { isCnpjTaken } from './queries.ts'

const CNPJ_TAKEN = 'Este CNPJ já está cadastrado.'

interface Wanted {
  email: string
  cnpj: string
  /** CNPJs are told apart within one organizer. */
  parentId: number | null
  /** The realizador that is changed, who may keep their own. */
  except: { id: number; userId: number } | null
}

/** Throws 422 with every field that somebody else has already. */
export async function refuseDuplicates(db: Db, { email, cnpj, parentId, except }: Wanted): Promise<void> {
  const taken = await findTaken(db, { email, cpf: null, exceptUserId: except?.userId ?? null })
  const errors: FieldErrors = {
    ...(taken.email && { email: [EMAIL_TAKEN] }),
    ...((await isCnpjTaken(db, cnpj, { parentId, exceptId: except?.id ?? null })) && { cnpj: [CNPJ_TAKEN] }),
  }
  if (Object.keys(errors).length > 0) throw new AppError('validation', { errors })
}

/** The same said by the database, when two ask at once. */
export const asDuplicate = (error: unknown): AppError | null =>
  isUniqueViolation(error, 'organizers_cnpj') ? invalidField('cnpj', CNPJ_TAKEN) : asDuplicateUser(error)
