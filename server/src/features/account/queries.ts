import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Role } from '#contract/roles.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import type { Users } from '#server/lib/db-types.ts'

export const ADDRESS_COLUMNS = [
  ...(['zip', 'street', 'street_number', 'complement'] as const),
  ...(['district', 'city', 'state_code'] as const),
] as const

/** Personal data of an account besides name and e-mail: removed from an anonymized account. */
export const PERSONAL_COLUMNS = [
  ...(['cpf', 'rg', 'phone', 'birth_on', 'sex'] as const),
  ...(['emergency_contact', 'emergency_contact_phone', 'image_path', 'document_path'] as const),
  ...ADDRESS_COLUMNS,
] as const
export type PersonalData = Pick<Selectable<Users>, (typeof PERSONAL_COLUMNS)[number]>

type NewUserRow = Pick<
  Insertable<Users>,
  'name' | 'email' | 'invited_email' | 'password_hash' | 'email_verified_at'
> &
  Partial<PersonalData>

export async function insertUser(tx: Tx, user: NewUserRow, at: Date): Promise<number> {
  const { id } = await tx
    .insertInto('users')
    .values({ ...user, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Which of an e-mail and a CPF belong to another account than `exceptUserId`. The old address of a change that can
 * still be undone counts as taken.
 */
export async function findTaken(
  db: Db,
  wanted: { email: string; cpf: string | null; exceptUserId: number | null },
): Promise<{ email: boolean; cpf: boolean }> {
  const rows = await db
    .selectFrom('users')
    .select(['email', 'cpf'])
    .where((eb) => eb.or([eb('email', '=', wanted.email), eb('cpf', '=', wanted.cpf)]))
    .where(sql<boolean>`id is distinct from ${wanted.exceptUserId}`)
    .union((eb) =>
      eb
        .selectFrom('email_changes')
        .select(['old_email as email', sql<null>`null`.as('cpf')])
        .where('old_email', '=', wanted.email)
        .where(sql<boolean>`user_id is distinct from ${wanted.exceptUserId}`),
    )
    .execute()
  return {
    email: rows.some((row) => row.email === wanted.email),
    cpf: rows.some((row) => row.cpf !== null && row.cpf === wanted.cpf),
  }
}

const PROFILE = [
  ...(['id', 'name', 'email', 'email_verified_at', 'second_factor_at', 'created_at'] as const),
  ...PERSONAL_COLUMNS,
] as const
export type ProfileRow = Pick<Selectable<Users>, (typeof PROFILE)[number]>

export async function getUser(db: Db, id: number): Promise<ProfileRow> {
  return db.selectFrom('users').select(PROFILE).where('id', '=', id).executeTakeFirstOrThrow()
}

/** Like `getUser`, with the row locked. */
export async function lockUser(tx: Tx, id: number): Promise<ProfileRow> {
  return tx
    .selectFrom('users')
    .select(PROFILE)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** What was invited goes by the address that was typed. */
export const SHOWN_EMAIL = sql<string>`coalesce(users.invited_email, users.email)`

export type WholeAccount = Selectable<Users> & {
  roles: Role[]
  /** Those of them that are blocked by themselves. */
  blockedRoles: Role[]
}

/**
 * Locks accounts in id order before merging, blocking, suspending or removing them (docs/algorithms/back-office.md).
 * `for update` conflicts with the foreign-key lock of an order and the lock of a login: neither happens for these
 * accounts before the transaction ends.
 */
export const lockAccounts = (tx: Tx, ids: readonly number[]): Promise<WholeAccount[]> =>
  tx
    .selectFrom('users')
    .selectAll()
    .select(
      sql<Role[]>`array(select role from user_roles where user_id = users.id order by role)`.as('roles'),
    )
    .select(
      sql<
        Role[]
      >`array(select role from user_roles where user_id = users.id and blocked_at is not null order by role)`.as(
        'blockedRoles',
      ),
    )
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate('users')
    .execute()

export async function updateUser(tx: Tx, id: number, changes: Updateable<Users>, at: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ ...changes, updated_at: at })
    .where('id', '=', id)
    .execute()
}

export interface Block {
  at: Date
  reason: string | null
}

/** Blocks an account, or unblocks it with null. */
export const setBlock = (tx: Tx, id: number, block: Block | null, at: Date): Promise<void> =>
  updateUser(tx, id, { blocked_at: block?.at ?? null, blocked_reason: block?.reason ?? null }, at)

/** Whether anybody ever logged in to an account, or did something that the audit log holds. */
export async function hasActed(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql<{ acted: boolean }>`
    select password_hash is not null
      or exists (select from audit_log where actor_user_id = users.id) as acted
    from users where id = ${id}`.execute(tx)
  return rows[0]?.acted ?? false
}

/** Whether an account ordered or is responsible for a registration, active or not. */
export async function hasOrders(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql<{ ordered: boolean }>`
    select exists (select from orders where buyer_user_id = ${id})
      or exists (select from registrations where responsible_user_id = ${id}) as ordered`.execute(tx)
  return rows[0]?.ordered ?? false
}

export interface Addressee {
  id: number
  name: string
  email: string
  /** The address of another account, which this one holds a place for. */
  invitedEmail: string | null
  verified: boolean
}

/** The recipient of a message; null when the account was removed or is blocked. */
export async function findAddressee(db: Db, userId: number): Promise<Addressee | null> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'invited_email as invitedEmail'])
    .select(sql<boolean>`email_verified_at is not null`.as('verified'))
    .where('id', '=', userId)
    .where('anonymized_at', 'is', null)
    .where('blocked_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** Whether this device logged in to the account before. */
export async function isKnownDevice(db: Db, email: string, tokenHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .select('users.id')
    .where('users.email', '=', email)
    .where('known_devices.token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row !== undefined
}

const MAX_DEVICES = 20

/** Adds or renews a known device; the least recently used one beyond twenty is removed. */
export async function saveDevice(tx: Tx, userId: number, tokenHash: Buffer, at: Date): Promise<void> {
  await tx
    .insertInto('known_devices')
    .values({ user_id: userId, token_hash: tokenHash, last_used_at: at })
    .onConflict((conflict) => conflict.columns(['user_id', 'token_hash']).doUpdateSet({ last_used_at: at }))
    .execute()
  await tx
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('token_hash', 'in', (eb) =>
      eb
        .selectFrom('known_devices')
        .select('token_hash')
        .where('user_id', '=', userId)
        .orderBy('last_used_at', 'desc')
        .orderBy('token_hash')
        .offset(MAX_DEVICES),
    )
    .execute()
}

/** Removes all known devices. */
export async function removeDevices(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('known_devices').where('user_id', '=', userId).execute()
}

/** Deletes devices not used since `devices` and counters not used since `failures`. */
export async function deleteOldDevices(db: Db, { devices, failures }: { devices: Date; failures: Date }) {
  await db.deleteFrom('known_devices').where('last_used_at', '<', devices).execute()
  await db.deleteFrom('attempts').where('counted_at', '<', failures).execute()
}

/** Of a race that is on offer. */
export async function findRaceTitle(db: Db, slug: string): Promise<string | null> {
  const row = await db
    .selectFrom('events')
    .select('title')
    .where('slug', '=', slug)
    .where('status', '=', 1)
    .executeTakeFirst()
  return row?.title ?? null
}
