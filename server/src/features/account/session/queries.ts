// All that concerns sessions in one file of more than 250 lines: logging in, using, listing, ending and forgetting them.

import { sql } from 'kysely'
import type { Permission, Role } from '#contract/roles.ts'
import type { Caller } from '#server/lib/auth.ts'
import type { Db, Tx } from '#server/lib/db.ts'

interface LoginRow {
  id: number
  password_hash: string | null
  email_verified_at: Date | null
  blocked_at: Date | null
  second_factor_at: Date | null
}

export async function findLogin(db: Db, email: string): Promise<LoginRow | null> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'password_hash', 'email_verified_at', 'blocked_at', 'second_factor_at'])
    .where('email', '=', email)
    .executeTakeFirst()
  return row ?? null
}

interface NewSession {
  userId: number
  /** The hash the given password was checked against. */
  passwordHash: string
  withSecondFactor: boolean
  tokenHash: Buffer
  at: Date
  expiresAt: Date
  ip: string
  userAgent: string | null
}

/**
 * Inserts a session unless password, second factor or block changed since they were checked: those changes and this
 * lock the user's row. False when one did.
 */
export async function insertSession(tx: Tx, session: NewSession): Promise<boolean> {
  const inserted = await sql`
    insert into sessions (user_id, token_hash, created_at, last_used_at, expires_at, ip, user_agent)
    select id, ${session.tokenHash}::bytea, ${session.at}::timestamptz, ${session.at}::timestamptz,
      ${session.expiresAt}::timestamptz, ${session.ip}::inet, ${session.userAgent}::text
    from users where id = ${session.userId} and password_hash = ${session.passwordHash}
      and (second_factor_at is not null) = ${session.withSecondFactor}
      and blocked_at is null and anonymized_at is null
    for share`.execute(tx)
  return inserted.numAffectedRows === 1n
}

/** Inserts the session in which an administrator sees what an account sees, whose lock the caller holds. */
export async function insertViewing(
  tx: Tx,
  session: { userId: number; tokenHash: Buffer; at: Date; expiresAt: Date; openerId: number },
): Promise<void> {
  const { userId, tokenHash, at, expiresAt, openerId } = session
  await tx
    .insertInto('sessions')
    .values({
      user_id: userId,
      token_hash: tokenHash,
      created_at: at,
      last_used_at: at,
      expires_at: expiresAt,
      opener_id: openerId,
    })
    .execute()
}

/** Bounds of open sessions at `now`. */
interface Lifetime {
  now: Date
  /** Sessions last used before this are over. */
  idleSince: Date
  /** Sessions opened before this are over. */
  openedSince: Date
}

interface OpenSession {
  caller: Omit<Caller, 'mustEnrol'>
  hasSecondFactor: boolean
  openedAt: Date
  lastUsedAt: Date
}

/**
 * The callers of open sessions in one query, in the order of the hashes: it runs for all authenticated requests. Each is found by itself
 * (`lateral … limit 1`). As a join, while PostgreSQL took `users` for nearly empty, it looked up every session for every account.
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
  /** Which of the sessions asked for, from 1. */
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

/** Of several concurrent requests only the first writes. */
export async function touchSession(db: Db, id: number, now: Date, unusedSince: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where('last_used_at', '<=', unusedSince)
    .execute()
}

/** Name and picture of an account, and its company. */
export async function getSessionPerson(
  db: Db,
  userId: number,
): Promise<{
  name: string
  email: string
  image: string | null
  organizerId: number | null
  type: number | null
  fantasyName: string | null
}> {
  return db
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
}

interface SessionRow {
  id: number
  created_at: Date
  last_used_at: Date
  user_agent: string | null
}

export async function selectSessions(
  db: Db,
  userId: number,
  { now, idleSince, openedSince }: Lifetime,
): Promise<SessionRow[]> {
  return (
    db
      .selectFrom('sessions')
      .select(['id', 'created_at', 'last_used_at', 'user_agent'])
      .where('user_id', '=', userId)
      // Not those of an administrator who looks: they are in the audit log.
      .where('opener_id', 'is', null)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .where('last_used_at', '>', idleSince)
      .where('created_at', '>', openedSince)
      .orderBy('last_used_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
  )
}

const ACTIVITY_ROWS = 20

/** The latest logins and failed attempts of an account. */
export async function selectActivity(db: Db, userId: number) {
  return db
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
}

/** Ends one session of a user; false when it is not open. */
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

/** Ends all sessions of an account but `exceptId`; returns how many. */
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

/** Deletes sessions, links, challenges and security events that ended before `before`, and the addresses of audited actions. */
export async function deleteOldAccess(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('revoked_at', '<', before), eb('expires_at', '<', before)]))
    .execute()
  await db.deleteFrom('user_tokens').where('expires_at', '<', before).execute()
  await db.deleteFrom('login_challenges').where('expires_at', '<', before).execute()
  await db.deleteFrom('security_events').where('at', '<', before).execute()
  // The action is kept, from where it was done is not. Two months back: older ones were cleared by earlier runs, and need not be read.
  await db
    .updateTable('audit_log')
    .set({ ip: null })
    .where('at', '<', before)
    .where('at', '>', new Date(before.getTime() - 60 * 86_400_000))
    .where('ip', 'is not', null)
    .execute()
}

/** Deletes counts of rate limits that would start anew. */
export async function deleteEndedCounts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('expires_at', '<', now).execute()
}
