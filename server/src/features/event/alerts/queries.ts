import { sql } from 'kysely'
import type { Db, Tx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { code } from '#server/lib/sql-codes.ts'
import { isOpen, isPublished, raceColumn, today } from '../queries.ts'

export type AlertKind = 'opening' | 'place'

/** `may_open`: registrations have not begun, or places may be released. */
export const findAwaited = (db: Db, now: Date, slug: string) =>
  db
    .selectFrom('events as e')
    .where('e.slug', '=', slug)
    .where(isPublished)
    .select('e.id')
    .select([
      isOpen(now).as('is_open'),
      sql<boolean>`e.status = ${code.event.open} and e.missing = '{}'
        and ${today(now)} <= least(e.registration_ends_on, e.event_on)`.as('may_open'),
      sql<boolean>`${today(now)} < e.registration_starts_on`.as('is_early'),
    ])
    .executeTakeFirst()

/** An alert that was already sent waits again. */
export async function insertAlert(
  db: Db,
  alert: { eventId: number; userId: number; kind: AlertKind; token: string; at: Date },
): Promise<void> {
  const { eventId, userId, kind, token, at } = alert
  await db
    .insertInto('event_alerts')
    .values({ event_id: eventId, user_id: userId, kind, token, created_at: at })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'event_id']).doUpdateSet({ kind, created_at: at, told_at: null }),
    )
    .execute()
}

/** Throws 404 for an unknown event and for a draft. */
export async function isWaiting(db: Db, userId: number, slug: string): Promise<boolean> {
  const { waits } = await db
    .selectFrom('events as e')
    .where('e.slug', '=', slug)
    .where(isPublished)
    .select(
      sql<boolean>`exists (
        select from event_alerts a where a.event_id = e.id and a.user_id = ${userId} and a.told_at is null
      )`.as('waits'),
    )
    .executeTakeFirstOrThrow(() => new AppError('event_not_found'))
  return waits
}

/** Throws 404 for an unknown event and for a draft. */
export async function deleteAlert(db: Db, userId: number, slug: string): Promise<void> {
  const { rows } = await sql`
    with event as (select e.id from events e where e.slug = ${slug} and ${isPublished}),
      ended as (delete from event_alerts a using event where a.event_id = event.id and a.user_id = ${userId})
    select id from event`.execute(db)
  if (rows.length === 0) throw new AppError('event_not_found')
}

export async function deleteAlertByToken(db: Db, token: string): Promise<void> {
  await db.deleteFrom('event_alerts').where('token', '=', token).execute()
}

/** Of events that took place or were cancelled. */
export async function deleteOldAlerts(db: Db): Promise<void> {
  await sql`
    delete from event_alerts a using events e
    where e.id = a.event_id and e.status in (${code.event.expired}, ${code.event.cancelled})`.execute(db)
}

/** Marks waiting alerts of open events as sent and returns their ids. Skips alerts that another process is marking. */
export async function claimAlerts(tx: Tx, now: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update event_alerts set told_at = ${now} where id in (
      select a.id from event_alerts a
      where a.told_at is null and a.event_id in (
        select e.id from events e
        where e.id in (select event_id from event_alerts where told_at is null) and ${isOpen(now)}
      )
      order by a.id limit ${limit} for update skip locked
    )
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

export const findAlert = (db: Db, now: Date, id: number) =>
  db
    .selectFrom('event_alerts as a')
    .innerJoin('events as e', 'e.id', 'a.event_id')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .where('a.id', '=', id)
    .where('a.told_at', 'is not', null)
    .select(['a.token', 'u.name', 'u.email', 'e.slug', 'e.title'])
    .select([sql<AlertKind>`a.kind`.as('kind'), isOpen(now).as('is_open'), raceColumn])
    .executeTakeFirst()

export async function waitAgain(db: Db, id: number): Promise<void> {
  await db.updateTable('event_alerts').set({ told_at: null }).where('id', '=', id).execute()
}
