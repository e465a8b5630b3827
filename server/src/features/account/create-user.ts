import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { EMAIL_TAKEN } from '#contract/email-verification.ts'
import { Email, Name, NewPassword } from '#contract/fields.ts'
import type { Role } from '#contract/roles.ts'
import type { Deps } from '#server/deps.ts'
import { auditUser } from '#server/lib/audit.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { type AppError, invalidField, isUniqueViolation } from '#server/lib/errors.ts'
import { hashNewPassword } from './credentials/password.ts'
import { findTaken, insertUser, type PersonalData } from './queries.ts'
import { insertRole } from './roles/queries.ts'

export const CPF_TAKEN = 'Este CPF já está cadastrado.'

/** Maps a violated unique index to the 422 of its field: of two concurrent requests the second gets it. */
export function asDuplicate(error: unknown): AppError | null {
  if (isUniqueViolation(error, 'users_email')) return invalidField('email', EMAIL_TAKEN)
  if (isUniqueViolation(error, 'users_cpf')) return invalidField('cpf', CPF_TAKEN)
  return null
}

interface NewUser {
  name: string
  /** Lower case. */
  email: string
  /** See `createInvited`. */
  invitedEmail?: string | null
  /** Null: set later through the link of an e-mail. */
  passwordHash: string | null
  emailVerifiedAt: Date | null
  role: Role
  /** Of a user of Empresa; null: the enterprise that runs the platform. */
  enterpriseId?: number | null
  at: Date
  details?: Partial<PersonalData>
}

/** Creates an account with one role; returns its id. Throws 422 on `email` or `cpf` when another account has it. */
export async function createUserWithRole(tx: Tx, user: NewUser): Promise<number> {
  try {
    const id = await insertUser(
      tx,
      {
        name: user.name,
        email: user.email,
        invited_email: user.invitedEmail,
        password_hash: user.passwordHash,
        email_verified_at: user.emailVerifiedAt,
        ...user.details,
      },
      user.at,
    )
    await insertRole(tx, id, user.role, user.enterpriseId)
    return id
  } catch (error) {
    throw asDuplicate(error) ?? error
  }
}

/** Addresses that cannot exist (RFC 2606): the place's e-mail until the invited account accepts. */
const placeholderEmail = () => `convite-${randomUUID()}@convite.invalid`

/**
 * The address for somebody who is invited: their own, or, where another account has it, a place that waits for that account to accept. The
 * answers are the same, so that an invitation tells nobody who has an account.
 */
export async function invitedAddress(
  tx: Tx,
  email: string,
  exceptUserId: number | null = null,
): Promise<{ email: string; invitedEmail: string | null }> {
  const taken = await findTaken(tx, { email, cpf: null, exceptUserId })
  return taken.email ? { email: placeholderEmail(), invitedEmail: email } : { email, invitedEmail: null }
}

type Invited = Pick<NewUser, 'name' | 'email' | 'role' | 'enterpriseId' | 'at' | 'details'>

/** Creates the account of an invitation, or a place that waits for the account that has the address; returns its id. */
export async function createInvited(tx: Tx, user: Invited): Promise<number> {
  const address = await invitedAddress(tx, user.email)
  return createUserWithRole(tx, { ...user, ...address, passwordHash: null, emailVerifiedAt: null })
}

const Administrator = z.object({
  name: Name('Nome obrigatório'),
  email: Email(),
  password: NewPassword(),
})

/** Creates an administrator with a verified e-mail. Run from the command line of the installation. Throws 422. */
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
