import type { Role } from '#contract/roles.ts'
import type { Db } from '#server/lib/db.ts'
import { hashToken, newToken } from '#server/lib/tokens.ts'

let sequence = 0
/** A number unique in this process, for unique names, e-mails and CPFs. */
export const nextNumber = (): number => ++sequence

/** The `n`-th valid CPF, `n` below 10^9. */
export function cpfOf(n: number): string {
  const digits = [...String(n).padStart(9, '0')].map(Number)
  for (const length of [9, 10]) {
    const sum = digits.slice(0, length).reduce((total, digit, i) => total + digit * (length + 1 - i), 0)
    digits.push(((sum * 10) % 11) % 10)
  }
  return digits.join('')
}

export function cnpjOf(n: number): string {
  const base = `${String(n).padStart(8, '0')}0001`
  const digit = (text: string) => {
    const sum = [...text]
      .reverse()
      .reduce((total, character, i) => total + Number(character) * ((i % 8) + 2), 0)
    return sum % 11 < 2 ? 0 : 11 - (sum % 11)
  }
  const first = `${base}${digit(base)}`
  return `${first}${digit(first)}`
}

export const nextCpf = (): string => cpfOf(100_000_000 + nextNumber())

export interface TestUser {
  id: number
  name: string
  email: string
  cpf: string | null
  /** An open session: `{ authorization: 'Bearer ' + token }`. */
  token: string
}

interface UserOptions {
  roles?: Role[]
  name?: string
  email?: string
  cpf?: string | null
  passwordHash?: string | null
  emailVerifiedAt?: Date | null
  phone?: string | null
  birthOn?: string | null
  sex?: 0 | 1 | null
}

/** An account with a verified e-mail, a complete profile and an open session; by default a participant. */
export async function createUser(db: Db, options: UserOptions = {}): Promise<TestUser> {
  const n = nextNumber()
  const now = new Date()
  const user = await db
    .insertInto('users')
    .values({
      name: options.name ?? `Pessoa ${n}`,
      email: options.email ?? `pessoa${n}@exemplo.test`,
      password_hash: options.passwordHash ?? null,
      email_verified_at: options.emailVerifiedAt === undefined ? now : options.emailVerifiedAt,
      cpf: options.cpf === undefined ? nextCpf() : options.cpf,
      rg: '123456789',
      phone: options.phone === undefined ? '11987654321' : options.phone,
      birth_on: options.birthOn === undefined ? '1990-05-20' : options.birthOn,
      sex: options.sex === undefined ? 1 : options.sex,
      emergency_contact: 'Contato',
      emergency_contact_phone: '11912345678',
      zip: '01001000',
      street: 'Praça da Sé',
      street_number: '1',
      district: 'Sé',
      city: 'São Paulo',
      state_code: 'SP',
      created_at: now,
      updated_at: now,
    })
    .returning(['id', 'name', 'email', 'cpf'])
    .executeTakeFirstOrThrow()
  const roles = options.roles ?? ['Participante']
  await db
    .insertInto('user_roles')
    .values(roles.map((role) => ({ user_id: user.id, role })))
    .execute()
  return { ...user, token: await openSession(db, user.id) }
}

/** Opens another session of an account; returns its token. */
export async function openSession(db: Db, userId: number): Promise<string> {
  const token = newToken()
  const now = new Date()
  await db
    .insertInto('sessions')
    .values({
      user_id: userId,
      token_hash: hashToken(token),
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + 7 * 86_400_000),
    })
    .execute()
  return token
}

/** Invites an existing account to the role Empresa. Returns the token of the invitation link. */
export async function invite(db: Db, { email }: { email: string }): Promise<string> {
  const place = await createUser(db, { roles: ['Empresa'], cpf: null, emailVerifiedAt: null })
  await db.updateTable('users').set({ invited_email: email }).where('id', '=', place.id).execute()
  const token = newToken()
  const now = new Date()
  await db
    .insertInto('user_tokens')
    .values({
      user_id: place.id,
      kind: 'accept_role',
      token_hash: hashToken(token),
      email: place.email,
      created_at: now,
      expires_at: new Date(now.getTime() + 86_400_000),
    })
    .execute()
  return token
}

/** Creates many participants in two statements, for load tests. */
export async function createUsers(db: Db, count: number): Promise<TestUser[]> {
  const now = new Date()
  const people = Array.from({ length: count }, () => {
    const n = nextNumber()
    return {
      name: `Pessoa ${n}`,
      email: `pessoa${n}@exemplo.test`,
      cpf: cpfOf(100_000_000 + n),
      token: newToken(),
    }
  })
  const rows = await db
    .insertInto('users')
    .values(
      people.map(({ name, email, cpf }) => ({
        name,
        email,
        cpf,
        phone: '11987654321',
        birth_on: '1990-05-20',
        sex: 1,
        email_verified_at: now,
        created_at: now,
        updated_at: now,
      })),
    )
    .returning(['id', 'email'])
    .execute()
  const ids = new Map(rows.map((row) => [row.email, row.id]))
  const users = people.map((person) => ({ ...person, id: ids.get(person.email) ?? 0 }))
  await db
    .insertInto('sessions')
    .values(
      users.map(({ id, token }) => ({
        user_id: id,
        token_hash: hashToken(token),
        created_at: now,
        last_used_at: now,
        expires_at: new Date(now.getTime() + 7 * 86_400_000),
      })),
    )
    .execute()
  return users
}

export interface TestOrganizer extends TestUser {
  organizerId: number
}

const legalData = () => ({
  corporate_reason: 'Corre Junto Eventos Ltda.',
  cnpj: cnpjOf(nextNumber()),
  zip: '01310100',
  street: 'Avenida Paulista',
  street_number: '1000',
  district: 'Bela Vista',
  city: 'São Paulo',
  state_code: 'SP',
})

/** Creates an organizer, or with `parentId` a realizador working for one. */
export async function createOrganizer(
  db: Db,
  options: UserOptions & { fantasyName?: string; parentId?: number; enterpriseId?: number } = {},
): Promise<TestOrganizer> {
  const user = await createUser(db, { roles: ['Organizador'], ...options })
  const now = new Date()
  const organizer = await db
    .insertInto('organizers')
    .values({
      user_id: user.id,
      enterprise_id: options.enterpriseId ?? 1,
      parent_id: options.parentId ?? null,
      type: options.parentId ? 1 : 0,
      fantasy_name: options.fantasyName ?? `Organizadora ${user.id}`,
      phone: '1133334444',
      public_phone: options.parentId ? null : '1133334444',
      ...(!options.parentId && legalData()),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...user, organizerId: organizer.id }
}

export const bearer = (user: { token: string }): { authorization: string } => ({
  authorization: `Bearer ${user.token}`,
})
