import { sql } from 'kysely'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { today } from '#server/features/event/queries.ts'
import type { Db, Tx } from '#server/lib/db.ts'

const missing = (db: Db) =>
  db
    .selectFrom('confirmations as f')
    .innerJoin('registrations as r', 'r.id', 'f.registration_id')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .innerJoin('users as u', 'u.id', 'r.responsible_user_id')
    .where('f.confirmed_at', 'is', null)
    .where('r.status', '<>', REGISTRATION_STATUS.cancelled)
    .where('r.disowned_at', 'is', null)
    .where('u.anonymized_at', 'is', null)

const mailColumns = [
  'r.id',
  'r.name',
  'r.email',
  'e.title',
  'e.event_on',
  'e.timezone',
  'u.name as buyer_name',
  'u.email as buyer_email',
] as const

/** A participant who has not confirmed. */
export const findMissing = (db: Db, registrationId: number) =>
  missing(db).where('r.id', '=', registrationId).select(mailColumns).executeTakeFirst()

/** Lists which of the registrations have a participant who has not confirmed. */
export const listMissing = (db: Db, registrationIds: readonly number[]) =>
  missing(db)
    .where('r.id', '=', sql<number>`any (${registrationIds}::bigint[])`)
    .orderBy('r.id')
    .select(mailColumns)
    .execute()

/** Marks participants whose reminder is due, and returns them. Locked ones are left to the next run. */
export const claimReminders = (tx: Tx, now: Date, limit: number) =>
  tx
    .with('due', () =>
      missing(tx)
        .where(sql<boolean>`e.event_on >= ${today(now)}`)
        .where(
          sql<boolean>`(
            f.reminders = 0 and f.created_at < ${now}::timestamptz - interval '3 days'
            or f.reminders < 2 and e.event_on <= ${today(now)} + 7
              and coalesce(f.reminded_at, f.created_at) < ${now}::timestamptz - interval '2 days'
          )`,
        )
        .orderBy('r.responsible_user_id')
        .orderBy('e.id')
        .limit(limit)
        .forNoKeyUpdate('f')
        .skipLocked()
        .select(['f.registration_id', 'r.email', 'r.event_id', 'r.responsible_user_id as buyer_id']),
    )
    .updateTable('confirmations')
    .from('due')
    .whereRef('confirmations.registration_id', '=', 'due.registration_id')
    .set((eb) => ({ reminders: eb('confirmations.reminders', '+', 1), reminded_at: now }))
    .returning(['due.registration_id', 'due.email', 'due.event_id', 'due.buyer_id'])
    .execute()
