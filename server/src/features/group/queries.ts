import { type ExpressionBuilder, expressionBuilder, type NotNull, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { GroupKind, MEMBER_STATES } from '#contract/group/group.ts'
import { PAYMENT_TYPE } from '#contract/payment/payment-types.ts'
import { today } from '#server/features/event/queries.ts'
import { groupPriceColumns } from '#server/features/registration/queries/group-price.ts'
import type { Db } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'
import { code } from '#server/lib/sql-codes.ts'

/** SQL: members of a group of event `e` may change. */
export const isOpenGroup = (now: Date) =>
  sql<boolean>`coalesce(${today(now)} <= e.groups_until, false) and e.status <> ${code.event.cancelled}`

const groups = (db: Db, now: Date) =>
  db
    .selectFrom('groups as g')
    .innerJoin('events as e', 'e.id', 'g.event_id')
    .select(['g.id', 'g.name', sql<GroupKind>`g.kind`.as('kind'), 'g.token', 'g.captain_user_id'])
    .select(['e.id as event_id', 'e.slug', 'e.title', 'e.event_on', 'e.groups_until', 'e.timezone'])
    .select(isOpenGroup(now).as('is_open'))

export type GroupRow = Awaited<ReturnType<typeof findGroup>> & object

export const findGroup = (db: Db, id: number, now: Date) =>
  groups(db, now).where('g.id', '=', id).executeTakeFirst()

/** By its invitation, unless the captain's account was deleted. */
export const findInvited = (db: Db, token: string, now: Date) =>
  groups(db, now)
    .innerJoin('users as u', 'u.id', 'g.captain_user_id')
    .where('g.token', '=', token)
    .where('u.anonymized_at', 'is', null)
    .select(['u.name as captain', 'e.group_free_every as free_every', steps])
    .executeTakeFirst()

/** The group of an invitation, if it still takes members. */
export async function findOpenGroup(db: Db, token: string, now: Date) {
  const group = await findInvited(db, token, now)
  return group?.is_open ? group : null
}

/** SQL: the discounts of event `e` for groups, by size. */
const steps = jsonArrayFrom(
  expressionBuilder<DB & { e: DB['events'] }, 'e'>()
    .selectFrom('group_prices as s')
    .whereRef('s.event_id', '=', 'e.id')
    .where('s.min_members', 'is not', null)
    .where('s.rate_bp', 'is not', null)
    .orderBy('s.min_members')
    .select(['s.min_members as minMembers', 's.rate_bp as rate'])
    .$narrowType<{ minMembers: NotNull; rate: NotNull }>(),
).as('steps')

/** How many members a group has, and what its event grants to groups; nothing after the last day. */
export async function getGroupPrice(db: Db, groupId: number, now: Date) {
  const { is_open: isOpen, ...price } = await groups(db, now)
    .where('g.id', '=', groupId)
    .clearSelect()
    .select((eb) => members(eb).select(sql<number>`count(*)::int`.as('n')).as('members'))
    .$narrowType<{ members: number }>()
    .select(['e.group_free_every as freeEvery', steps, isOpenGroup(now).as('is_open')])
    .executeTakeFirstOrThrow()
  return isOpen ? price : { ...price, freeEvery: null, steps: [] }
}

/** SQL: the registrations of group `g` that are not cancelled, with their entries in the list. */
const members = (eb: ExpressionBuilder<DB & { g: DB['groups'] }, 'g'>) =>
  eb
    .selectFrom('group_members as m')
    .innerJoin('registrations as r', 'r.id', 'm.registration_id')
    .innerJoin('participant_list as l', (join) =>
      join.onRef('l.event_id', '=', 'r.event_id').onRef('l.registration_id', '=', 'r.id'),
    )
    .whereRef('m.group_id', '=', 'g.id')
    .where('r.status', '<>', code.registration.cancelled)

/** SQL: the participant of `r` accepted the terms in person, as buyers do for their own registration. */
const isSigned = sql<boolean>`not exists (
  select from confirmations f where f.registration_id = r.id and f.confirmed_at is null
)`
const isPaid = sql<boolean>`r.status = ${code.registration.confirmed}`
const owed = sql<number>`greatest(r.total_cents - l.paid_cents, 0)`

export const listCaptained = (db: Db, userId: number, now: Date) =>
  groups(db, now)
    .where('g.captain_user_id', '=', userId)
    .orderBy('e.event_on', 'desc')
    .orderBy('g.id')
    .select((eb) => members(eb).select(sql<number>`count(*)::int`.as('n')).as('members'))
    .$narrowType<{ members: number }>()
    .execute()

export const getTotals = (db: Db, groupId: number) =>
  db
    .selectFrom('groups as g')
    .innerJoin('events as e', 'e.id', 'g.event_id')
    .innerJoinLateral(
      (eb) =>
        members(eb)
          .select([
            sql<number>`count(*)::int`.as('members'),
            sql<number>`(count(*) filter (where ${isSigned}))::int`.as('signed'),
            sql<number>`(count(*) filter (where ${isPaid}))::int`.as('paid'),
          ])
          .as('t'),
      (join) => join.onTrue(),
    )
    .where('g.id', '=', groupId)
    .select(['t.members', 't.signed', 't.paid'])
    .select(
      sql<number | null>`(
        select min(f.registration_id) from payments p join refunds f on f.payment_id = p.id
        where p.payer_user_id = g.captain_user_id and f.event_id = g.event_id
          and f.status = 'needs_person' and f.pix_asked_at is not null and f.pix_key is null
      )`.as('pix_key_for'),
    )
    .select(
      sql<boolean>`exists (
        select from payment_methods w
        where w.event_id = e.id and w.status = ${code.item.active} and w.type = ${PAYMENT_TYPE.pix}
      )`.as('takes_pix'),
    )
    .executeTakeFirstOrThrow()

const STATES = {
  unsigned: sql<boolean>`not ${isSigned}`,
  unpaid: sql<boolean>`not (${isPaid})`,
  paid: isPaid,
} as const satisfies Record<keyof typeof MEMBER_STATES, unknown>

interface Slice {
  groupId: number
  state: keyof typeof MEMBER_STATES | undefined
  offset: number
  limit: number
}

export const listMembers = (db: Db, { groupId, state, offset, limit }: Slice) =>
  db
    .selectFrom('groups as g')
    .where('g.id', '=', groupId)
    .innerJoinLateral(
      (eb) =>
        members(eb)
          .innerJoin('modalities as y', 'y.id', 'r.modality_id')
          .innerJoin('categories as c', 'c.id', 'r.category_id')
          .select(['r.id', 'r.name', 'y.name as modality', 'c.name as category'])
          .select([isSigned.as('is_signed'), isPaid.as('is_paid')])
          .select(groupPriceColumns)
          .$if(state !== undefined, (query) => query.where(STATES[state ?? 'paid']))
          .as('t'),
      (join) => join.onTrue(),
    )
    .orderBy(sql`searchable(t.name)`)
    .orderBy('t.id')
    .offset(offset)
    .limit(limit)
    .selectAll('t')
    .select(sql<number>`(count(*) over ())::int`.as('total'))
    .execute()

/** Members who owe something, the first to join first. */
export async function listOwing(db: Db, groupId: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('groups as g')
    .where('g.id', '=', groupId)
    .innerJoinLateral(
      (eb) =>
        members(eb)
          .select(['r.id', 'm.joined_at', owed.as('owed_cents')])
          .as('t'),
      (join) => join.onTrue(),
    )
    .where('t.owed_cents', '>', 0)
    .orderBy('t.joined_at')
    .orderBy('t.id')
    .limit(limit)
    .select('t.id')
    .execute()
  return rows.map(({ id }) => id)
}

export const insertGroup = (
  db: Db,
  group: { eventId: number; userId: number; name: string; kind: GroupKind; token: string; at: Date },
) =>
  db
    .insertInto('groups')
    .values({
      event_id: group.eventId,
      captain_user_id: group.userId,
      name: group.name,
      kind: group.kind,
      token: group.token,
      created_at: group.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Undefined for a draft. */
export const findEventForGroups = (db: Db, eventId: number, now: Date) =>
  db
    .selectFrom('events as e')
    .where('e.id', '=', eventId)
    .where('e.opened_at', 'is not', null)
    .select(isOpenGroup(now).as('is_open'))
    .executeTakeFirst()

/** The caller's active registrations in the event. */
export const listOwnOf = (db: Db, eventId: number, userId: number) =>
  db
    .selectFrom('registrations as r')
    .innerJoin('modalities as y', 'y.id', 'r.modality_id')
    .leftJoin('group_members as m', 'm.registration_id', 'r.id')
    .leftJoin('groups as g', 'g.id', 'm.group_id')
    .where('r.event_id', '=', eventId)
    .where('r.responsible_user_id', '=', userId)
    .where('r.status', '<>', code.registration.cancelled)
    .orderBy('r.id')
    .select(['r.id', 'r.name', 'y.name as modality', 'g.id as group_id', 'g.name as group_name'])
    .execute()
