import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { EVENT_STATUS } from '#contract/event/event-status.ts'
import type { Role } from '#contract/roles.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import type { Users } from '#server/lib/db-types.ts'

export const ADDRESS_COLUMNS = [
  ...(['zip', 'street', 'street_number', 'complement'] as const),
  ...(['district', 'city', 'state_code'] as const),
] as const

/** Besides name and e-mail; cleared when the account is anonymized. */
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

/** The old address of a change that can still be undone counts as taken. */
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

const profiles = (db: Db, id: number) => db.selectFrom('users').select(PROFILE).where('id', '=', id)

export const getUser = (db: Db, id: number): Promise<ProfileRow> => profiles(db, id).executeTakeFirstOrThrow()

export const lockUser = (tx: Tx, id: number): Promise<ProfileRow> =>
  profiles(tx, id).forNoKeyUpdate().executeTakeFirstOrThrow()

/** SQL: the e-mail to display; of a placeholder account the invited address. */
export const SHOWN_EMAIL = sql<string>`coalesce(users.invited_email, users.email)`

export type WholeAccount = Selectable<Users> & {
  roles: Role[]
  /** Roles that are blocked separately from the account. */
  blockedRoles: Role[]
}

/**
 * In id order (docs/algorithms/back-office.md). `for update` conflicts with the foreign-key lock of an order
 * and with the lock of a login, so neither can happen before the transaction ends.
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

/** Null unblocks. */
export const setBlock = (tx: Tx, id: number, block: Block | null, at: Date): Promise<void> =>
  updateUser(tx, id, { blocked_at: block?.at ?? null, blocked_reason: block?.reason ?? null }, at)

/** Whether the account could log in or has entries in the audit log. Its name must then stay. */
export async function hasActed(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql<{ acted: boolean }>`
    select password_hash is not null
      or exists (select from audit_log where actor_user_id = users.id) as acted
    from users where id = ${id}`.execute(tx)
  return rows[0]?.acted ?? false
}

export type Addressee = NonNullable<Awaited<ReturnType<typeof findAddressee>>>

/**
 * `invitedEmail` is set on the placeholder account of an invitation. Undefined for removed and blocked
 * accounts.
 */
export const findAddressee = (db: Db, userId: number) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'invited_email as invitedEmail'])
    .select(sql<boolean>`email_verified_at is not null`.as('verified'))
    .where('id', '=', userId)
    .where('anonymized_at', 'is', null)
    .where('blocked_at', 'is', null)
    .executeTakeFirst()

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

/** Keeps the twenty devices used most recently. */
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

export async function removeDevices(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('known_devices').where('user_id', '=', userId).execute()
}

export interface WaitingRace {
  title: string
  /** `uploads.picture`. */
  cover: unknown
}

/** Null if there is no active race with this slug. */
export async function findWaitingRace(db: Db, slug: string): Promise<WaitingRace | null> {
  const row = await db
    .selectFrom('events')
    .leftJoin('uploads', 'uploads.path', 'events.cover_path')
    .select(['events.title', 'uploads.picture as cover'])
    .where('events.slug', '=', slug)
    .where('events.status', '=', EVENT_STATUS.open)
    .executeTakeFirst()
  return row ?? null
}

const ACTIVITY_ROWS = 20

export const selectActivity = (db: Db, userId: number) =>
  db
    .selectFrom('security_events')
    .select(['at', 'kind', 'ip', 'times'])
    .where('user_id', '=', userId)
    .where('kind', 'in', [
      'login.succeeded',
      'login.challenged',
      'login.failed',
      'second_factor.failed',
      'recovery_code.used',
    ])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(ACTIVITY_ROWS)
    .execute()
