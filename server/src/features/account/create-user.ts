import { z } from 'zod'
import { Email, Name, NewPassword } from '#contract/fields.ts'
import type { Role } from '#contract/roles.ts'
import type { Deps } from '#server/deps.ts'
import { auditUser } from '#server/lib/audit.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { type AppError, invalidField, isUniqueViolation } from '#server/lib/errors.ts'
import { hashNewPassword } from './credentials/password.ts'
import { insertRole, insertUser, type PersonDetails } from './queries.ts'

export const EMAIL_TAKEN = 'Este e-mail já está cadastrado.'
export const CPF_TAKEN = 'Este CPF já está cadastrado.'

/** Two people may want the same e-mail or CPF at once: the database lets one through, the other hears why. */
export function asDuplicate(error: unknown): AppError | null {
  if (isUniqueViolation(error, 'users_email')) return invalidField('email', EMAIL_TAKEN)
  if (isUniqueViolation(error, 'users_cpf')) return invalidField('cpf', CPF_TAKEN)
  return null
}

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

const Administrator = z.object({
  name: Name('Nome obrigatório'),
  email: Email(),
  password: NewPassword(),
})

/** Makes an administrator whose e-mail needs no verification: whoever runs the installation vouches for it. Throws 422. */
export async function createAdministrator(
  deps: Pick<Deps, 'db' | 'clock'>,
  given: z.input<typeof Administrator>,
): Promise<{ email: string }> {
  const { name, email, password } = Administrator.parse(given)
  const passwordHash = await hashNewPassword(password, { name, email })
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const user = { name, email, passwordHash, emailVerifiedAt: at, role: 'Admin', at } as const
    const id = await createUserWithRole(tx, user)
    await auditUser(tx, 'user.created', { at, userId: id, by: null, after: { role: 'Admin' } })
  })
  return { email }
}
