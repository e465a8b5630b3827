import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { EMAIL_TAKEN } from '#contract/account/email-verification.ts'
import { Email, Name, NewPassword } from '#contract/fields.ts'
import type { Role } from '#contract/roles.ts'
import type { Deps } from '#server/deps.ts'
import { auditUser } from '#server/lib/audit.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { type AppError, invalidField, isUniqueViolation } from '#server/lib/errors.ts'
import { hashNewPassword } from './credentials/password.ts'
import { findTaken, insertUser, type PersonalData } from './queries.ts'
import { insertRole } from './roles/queries.ts'

/** Nobody proves that a CPF is theirs when they register, so its owner may find it taken. */
export const CPF_TAKEN =
  'Este CPF já está cadastrado. Se ele é seu e a conta não é, fale com o nosso atendimento: com um documento, ele passa para você.'

/** The 422 of a violated unique index, for the later of two concurrent requests; null for other errors. */
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
  /** Null: set later through a link sent by e-mail. */
  passwordHash: string | null
  emailVerifiedAt: Date | null
  role: Role
  /** The enterprise of an Empresa user; null: the one that runs the platform. */
  enterpriseId?: number | null
  at: Date
  details?: Partial<PersonalData>
}

/** Throws 422 on `email` or `cpf` when another account has the same one. */
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

/** An address that cannot exist (RFC 2606), until the invited account accepts. */
const placeholderEmail = () => `convite-${randomUUID()}@convite.invalid`

/** A placeholder if another account has the address, so that an invitation does not reveal accounts. */
export async function invitedAddress(
  tx: Tx,
  email: string,
  exceptUserId: number | null = null,
): Promise<{ email: string; invitedEmail: string | null }> {
  const taken = await findTaken(tx, { email, cpf: null, exceptUserId })
  return taken.email ? { email: placeholderEmail(), invitedEmail: email } : { email, invitedEmail: null }
}

type Invited = Pick<NewUser, 'name' | 'email' | 'role' | 'enterpriseId' | 'at' | 'details'>

export async function createInvited(tx: Tx, user: Invited): Promise<number> {
  const address = await invitedAddress(tx, user.email)
  return createUserWithRole(tx, { ...user, ...address, passwordHash: null, emailVerifiedAt: null })
}

const Administrator = z.object({
  name: Name('Nome obrigatório'),
  email: Email(),
  password: NewPassword(),
})

/** For the command line. Throws 422. */
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
