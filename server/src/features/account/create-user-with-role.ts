import type { Role } from '#contract/roles.ts'
import type { Tx } from '#server/lib/db.ts'
import { asDuplicate } from './duplicates.ts'
import { insertRole, insertUser, type PersonDetails } from './queries.ts'

interface NewUser {
  name: string
  /** Lower case. */
  email: string
  /** Null: the person sets one through the link of a recovery e-mail. */
  passwordHash: string | null
  emailVerifiedAt: Date | null
  role: Role
  at: Date
  details?: PersonDetails
}

/**
 * Makes an account, whoever asks: a person who registers, an organizer who adds a realizador, the first administrator.
 * Answers its id; throws 422 on `email` or `cpf` when somebody has it already.
 */
export async function createUserWithRole(tx: Tx, user: NewUser): Promise<number> {
  try {
    const id = await insertUser(
      tx,
      {
        name: user.name,
        email: user.email,
        password_hash: user.passwordHash,
        email_verified_at: user.emailVerifiedAt,
        ...user.details,
      },
      user.at,
    )
    await insertRole(tx, id, user.role)
    return id
  } catch (error) {
    throw asDuplicate(error) ?? error
  }
}
