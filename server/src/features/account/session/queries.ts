import { sql } from 'kysely'
import type { Permission, Role } from '#contract/roles.ts'
import type { Caller } from '#server/lib/auth.ts'
import type { Db, Tx } from '#server/lib/db.ts'

export type LoginAccount = NonNullable<Awaited<ReturnType<typeof findLogin>>>

export const findLogin = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select(['id', 'password_hash', 'email_verified_at', 'blocked_at', 'second_factor_at'])
    .where('email', '=', email)
    .executeTakeFirst()

interface NewSession {
  userId: number
  /** The account's, when the proof was checked. */
  passwordHash: string
  /** Null: the proof counts as both factors. */
  withSecondFactor: boolean | null
  tokenHash: Buffer
  at: Date
  expiresAt: Date
  ip: string
  userAgent: string | null
}

/** Returns false when password, second factor or block changed: those changes lock the user's row too. */
export async function insertSession(tx: Tx, session: NewSession): Promise<boolean> {
  const inserted = await sql`
    insert into sessions (user_id, token_hash, created_at, last_used_at, expires_at, ip, user_agent)
    select id, ${session.tokenHash}::bytea, ${session.at}::timestamptz, ${session.at}::timestamptz,
      ${session.expiresAt}::timestamptz, ${session.ip}::inet, ${session.userAgent}::text
    from users where id = ${session.userId} and password_hash = ${session.passwordHash}
      and (second_factor_at is not null) = coalesce(${session.withSecondFactor}, second_factor_at is not null)
      and blocked_at is null and anonymized_at is null
    for share`.execute(tx)
  return inserted.numAffectedRows === 1n
}

interface Lifetime {
  now: Date
  idleSince: Date
  openedSince: Date
}

interface OpenSession {
  caller: Omit<Caller, 'mustEnrol'>
  hasSecondFactor: boolean
  openedAt: Date
  lastUsedAt: Date
}

/**
 * In the order of the hashes; runs for every authenticated request. A lookup per session (`limit 1`): with a
 * join and outdated statistics, PostgreSQL compared every session with every account.
 */
export async function findCallers(
  db: Db,
  tokenHashes: readonly Buffer[],
  { now, idleSince, openedSince }: Lifetime,
): Promise<(OpenSession | null)[]> {
  const { rows } = await sql<SessionOfCaller>`
    select asked.nth::int, s.id as "sessionId", u.id as "userId", s.created_at as "openedAt", s.last_used_at as "lastUsedAt",
      u.second_factor_at is not null as "hasSecondFactor",
      o.id as "organizerId", o.type, o.parent_id as "parentId", o.enterprise_id as "enterpriseId",
      array(select role from user_roles where user_id = u.id and blocked_at is null order by role) as roles,
      (select enterprise_id from user_roles where user_id = u.id and role = 'Empresa') as "ofEnterpriseId",
      (select user_id from sessions opener where opener.id = s.opener_id) as "viewerId",
      array(
        select name from organizer_permissions join permissions on permissions.id = permission_id where organizer_id = o.id
      ) as permissions
    from unnest(${tokenHashes}::bytea[]) with ordinality asked (token_hash, nth)
    join lateral (
      select id, user_id, created_at, last_used_at, opener_id from sessions
      where token_hash = asked.token_hash and revoked_at is null and expires_at > ${now} and last_used_at > ${idleSince}
        and created_at > ${openedSince}
        and (opener_id is null or exists (
          select from sessions opener where opener.id = sessions.opener_id and opener.revoked_at is null
        ))
      limit 1
    ) s on true
    join lateral (
      select id, second_factor_at from users where id = s.user_id and blocked_at is null and anonymized_at is null limit 1
    ) u on true
    left join lateral (select id, type, parent_id, enterprise_id from organizers where user_id = u.id limit 1) o on true`.execute(
    db,
  )
  const open: (OpenSession | null)[] = tokenHashes.map(() => null)
  for (const row of rows) open[row.nth - 1] = toOpenSession(row)
  return open
}

interface SessionOfCaller extends Pick<OpenSession, 'hasSecondFactor' | 'openedAt' | 'lastUsedAt'> {
  /** The 1-based position among the requested sessions. */
  nth: number
  sessionId: number
  userId: number
  roles: Role[]
  permissions: Permission[]
  organizerId: number | null
  type: number | null
  parentId: number | null
  enterpriseId: number | null
  ofEnterpriseId: number | null
  viewerId: number | null
}

function toOpenSession(row: SessionOfCaller): OpenSession {
  const { sessionId, userId, openedAt, lastUsedAt, hasSecondFactor, roles } = row
  const { organizerId, type, parentId, enterpriseId } = row
  const organizer =
    organizerId === null || type === null || enterpriseId === null
      ? null
      : { id: organizerId, type, parentId, enterpriseId }
  return {
    caller: {
      userId,
      sessionId,
      roles,
      heldRoles: roles,
      organizer,
      permissions: new Set(row.permissions),
      enterpriseId: row.ofEnterpriseId,
      viewerId: row.viewerId,
    },
    hasSecondFactor,
    openedAt,
    lastUsedAt,
  }
}

/** Only the first of several concurrent requests writes. */
export async function touchSession(db: Db, id: number, now: Date, unusedSince: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where('last_used_at', '<=', unusedSince)
    .execute()
}

export const getSessionPerson = (db: Db, userId: number) =>
  db
    .selectFrom('users')
    .leftJoin('organizers', 'organizers.user_id', 'users.id')
    .select([
      'users.name',
      'users.email',
      'users.image_path as image',
      'organizers.id as organizerId',
      'organizers.type',
      'organizers.fantasy_name as fantasyName',
    ])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()

/** Without sessions of viewing administrators, which are listed in the audit log. */
export const selectSessions = (db: Db, userId: number, { now, idleSince, openedSince }: Lifetime) =>
  db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_used_at', 'user_agent'])
    .where('user_id', '=', userId)
    .where('opener_id', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_used_at', '>', idleSince)
    .where('created_at', '>', openedSince)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Returns false when the session is not open. */
export async function endSession(tx: Tx, userId: number, id: number, now: Date): Promise<boolean> {
  const ended = await tx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return ended.numUpdatedRows > 0n
}

/** Returns the number of ended sessions. */
export async function endSessions(
  tx: Tx,
  userId: number,
  now: Date,
  exceptId: number | null = null,
): Promise<number> {
  const ended = await tx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`id is distinct from ${exceptId}`)
    .executeTakeFirst()
  return Number(ended.numUpdatedRows)
}
