import { sql } from 'kysely'
import { inScope } from '#server/features/event/access/queries.ts'
import { eventScope } from '#server/features/event/access/scope.ts'
import { hasPayment } from '#server/features/registration/queries.ts'
import type { Caller } from '#server/lib/auth.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'

/** Locks and returns a registration. Throws 404 outside the caller's scope. */
export const lockReachedRegistration = (tx: Tx, caller: Caller, registrationId: number) =>
  tx
    .selectFrom('registrations as r')
    .innerJoin('events', 'events.id', 'r.event_id')
    .where('r.id', '=', registrationId)
    .where(inScope(eventScope(caller)))
    .selectAll('r')
    .select(['events.registration_ends_on', 'events.timezone', 'events.event_on', hasPayment])
    .select('events.status as event_status')
    .forNoKeyUpdate('r')
    .executeTakeFirstOrThrow(() => new AppError('not_found'))

/** The accepted terms of these registrations, in the accepted wording, without revoked consents. */
export const listAcceptances = (db: Db, registrationIds: readonly number[]) =>
  db
    .selectFrom('term_acceptances as a')
    .innerJoin('term_versions as v', (join) =>
      join.onRef('v.term_id', '=', 'a.term_id').onRef('v.version', '=', 'a.version'),
    )
    .where('a.registration_id', '=', sql<number>`any (${registrationIds}::bigint[])`)
    .where('a.revoked_at', 'is', null)
    .orderBy('a.term_id')
    .select(['a.registration_id', 'a.term_id as id', 'v.name', 'a.accepted_at'])
    .execute()

/**
 * The answers of these registrations, without those about health, with the questions in their wording at that
 * time.
 */
export const listAnswers = (db: Db, registrationIds: readonly number[]) =>
  db
    .selectFrom('questionnaire_answers')
    .where('questionnaire_id', 'not in', (eb) =>
      eb.selectFrom('questionnaires').where('sensitive', '=', true).select('id'),
    )
    .where('registration_id', '=', sql<number>`any (${registrationIds}::bigint[])`)
    .orderBy('questionnaire_id')
    .select(['registration_id', 'questionnaire_id as id', 'question as description', 'accepted'])
    .execute()

/** Newest first. */
export const listPayments = (db: Db, registrationId: number) =>
  db
    .selectFrom('payment_items as i')
    .innerJoin('payments as p', 'p.id', 'i.payment_id')
    .where('i.registration_id', '=', registrationId)
    .orderBy('p.id', 'desc')
    .select(['p.id', 'p.type', 'p.status', 'i.amount_cents', 'p.token'])
    .select(['p.paid_at', 'p.created_at', 'p.due_on', 'p.payer_user_id'])
    .execute()
