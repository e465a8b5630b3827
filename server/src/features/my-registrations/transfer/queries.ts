import { sql } from 'kysely'
import { ITEM_STATUS } from '#contract/event/event-status.ts'
import type { TermKind } from '#contract/event/term-kind.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { sha256Of } from '#server/features/event/queries.ts'
import { chosenNames } from '#server/features/registration/queries.ts'
import { isTeamMember } from '#server/features/registration/teams/queries.ts'
import type { Given } from '#server/features/registration/transfers/queries.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { changeables } from '../change/queries.ts'

/** SQL: the organizer's settings of event `e`, and how often registration `r` was transferred. */
export const transferColumns = [
  sql<string | null>`case when ${isTeamMember} then null else e.transfers_from end`.as('transfers_from'),
  sql<string | null>`case when ${isTeamMember} then e.teams_until else e.transfers_until end`.as(
    'transfers_until',
  ),
  sql<number>`e.transfers_fee_cents`.as('transfers_fee_cents'),
  sql<number>`e.transfers_most`.as('transfers_most'),
  sql<number>`(
    select count(*)::int from transfers t where t.registration_id = r.id and t.state = 'done'
  )`.as('transfers_done'),
  sql<boolean>`(r.coupon_id is not null and not e.transfers_coupons
    or r.right_rule_id is not null and not e.transfers_rights)`.as('has_excluded_discount'),
  sql<{ state: 'invited' | 'accepted'; until: string } | null>`(
    select json_build_object('state', t.state, 'until', coalesce(
      (select coalesce(p.expires_at, (p.due_on + 1)::timestamp at time zone 'America/Sao_Paulo')
        from payment_items i join payments p on p.id = i.payment_id
        where t.state = 'accepted' and i.registration_id = r.id order by p.id desc limit 1),
      t.expires_at))
    from transfers t where t.registration_id = r.id and t.state in ('invited', 'accepted')
  )`.as('live_transfer'),
] as const

/** Throws 404. */
export const getTransferable = (db: Db, registrationId: number) =>
  changeables(db)
    .where('r.id', '=', registrationId)
    .select(['r.cpf', 'r.responsible_user_id', 'e.title as event_title', ...transferColumns])
    .executeTakeFirstOrThrow(() => new AppError('not_found'))
export type Transferable = Awaited<ReturnType<typeof getTransferable>>

export const findByToken = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('transfers as t')
    .innerJoin('registrations as r', 'r.id', 't.registration_id')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .innerJoin('users as u', 'u.id', 't.from_user_id')
    .leftJoin('cities as y', 'y.ibge_id', 'e.city_id')
    .where('t.token_hash', '=', tokenHash)
    .select(['t.id', 't.registration_id', 't.state', 't.expires_at', 't.from_user_id', 't.to_user_id'])
    .select(['u.name as from_name', 'e.title', 'e.slug', 'e.event_on', 'e.start_time', 'e.state_code'])
    .select(['r.event_id', 'y.name as city', ...chosenNames])
    .executeTakeFirst()
export type Offered = NonNullable<Awaited<ReturnType<typeof findByToken>>>

interface NewTransfer {
  registrationId: number
  fromUserId: number
  tokenHash: Buffer
  at: Date
  expiresAt: Date
}

/** Ends earlier invitations, and deletes what those invited by them gave. Returns the new one. */
export async function replaceInvitation(
  tx: Tx,
  { registrationId, fromUserId, tokenHash, at, expiresAt }: NewTransfer,
): Promise<number> {
  await endInvitations(tx, registrationId, at)
  await tx
    .updateTable('transfers')
    .set({ given: null })
    .where('registration_id', '=', registrationId)
    .where('given', 'is not', null)
    .execute()
  const { id } = await tx
    .insertInto('transfers')
    .values({
      registration_id: registrationId,
      state: 'invited',
      from_user_id: fromUserId,
      token_hash: tokenHash,
      created_at: at,
      expires_at: expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** For its e-mails; undefined unless somebody can still accept it. */
export const findInvited = (db: Db, transferId: number, now: Date) =>
  db
    .selectFrom('transfers as t')
    .innerJoin('registrations as r', 'r.id', 't.registration_id')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .innerJoin('users as u', 'u.id', 't.from_user_id')
    .where('t.id', '=', transferId)
    .where('t.state', '=', 'invited')
    .where('t.expires_at', '>', now)
    .where('r.status', '<>', REGISTRATION_STATUS.cancelled)
    .where('u.anonymized_at', 'is', null)
    .select(['r.id as registration_id', 'r.name', 'e.title', 'e.event_on', 'e.timezone', 't.expires_at'])
    .select(['u.name as from_name', 'u.email as from_email'])
    .executeTakeFirst()

/** The link before is over. */
export const renewToken = (db: Db, transferId: number, tokenHash: Buffer) =>
  db
    .updateTable('transfers')
    .set({ token_hash: tokenHash })
    .where('id', '=', transferId)
    .where('state', '=', 'invited')
    .execute()

/** Returns how many. */
export async function endInvitations(tx: Tx, registrationId: number, at: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('transfers')
    .set({ state: 'ended', ended_at: at })
    .where('registration_id', '=', registrationId)
    .where('state', '=', 'invited')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

interface Accepted {
  transferId: number
  toUserId: number
  changeId: number
  given: Given
  at: Date
  ip: string
}

export const storeAccepted = (tx: Tx, { transferId, toUserId, changeId, given, at, ip }: Accepted) =>
  tx
    .updateTable('transfers')
    .set({
      state: 'accepted',
      to_user_id: toUserId,
      change_id: changeId,
      given: JSON.stringify(given),
      accepted_at: at,
      ip,
    })
    .where('id', '=', transferId)
    .execute()

export const listTermTexts = (db: Db, eventId: number) =>
  db
    .selectFrom('terms as t')
    .where('t.event_id', '=', eventId)
    .where('t.status', '=', ITEM_STATUS.active)
    .orderBy('t.position')
    .orderBy('t.id')
    .select(['t.id', 't.name', 't.version', 't.description', 't.kind'])
    .select(sha256Of(sql.ref('t.description')).as('sha256'))
    .$narrowType<{ kind: TermKind }>()
    .execute()

export const listDeclarations = (db: Db, ruleIds: readonly number[]) =>
  db
    .selectFrom('right_rules as x')
    .innerJoin('right_versions as v', (join) =>
      join.onRef('v.right_rule_id', '=', 'x.id').onRef('v.version', '=', 'x.version'),
    )
    .where('x.id', 'in', [...ruleIds, 0])
    .select(['x.id', 'v.declaration'])
    .execute()

export const listDone = (db: Db, userId: number) =>
  db
    .selectFrom('transfers as t')
    .innerJoin('registrations as r', 'r.id', 't.registration_id')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .innerJoin('users as u', 'u.id', 't.to_user_id')
    .where('t.from_user_id', '=', userId)
    .where('t.state', '=', 'done')
    .orderBy('t.id', 'desc')
    .select(['t.id', 'e.title', 'e.slug', 'e.event_on', 'u.name as to_name', 't.ended_at'])
    .$narrowType<{ ended_at: Date }>()
    .execute()

/** What the e-mails about a transfer say. */
export const findDone = (db: Db, transferId: number) =>
  db
    .selectFrom('transfers as t')
    .innerJoin('registrations as r', 'r.id', 't.registration_id')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .innerJoin('users as a', 'a.id', 't.from_user_id')
    .innerJoin('users as b', 'b.id', 't.to_user_id')
    .where('t.id', '=', transferId)
    .where('t.state', '=', 'done')
    .where('a.anonymized_at', 'is', null)
    .select(['e.title', 'a.name as from_name', 'a.email as from_email', 'b.name as to_name'])
    .executeTakeFirst()
