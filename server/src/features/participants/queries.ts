import { sql } from 'kysely'
import type { Caller } from '#server/lib/auth.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { withinReach } from '../producer/events/queries.ts'
import { eventReach } from '../producer/policy.ts'
import { hasPayment } from '../registration/queries.ts'

/** Locks and returns a registration. Throws 404 when it is out of the caller's reach. */
export async function lockReachedRegistration(tx: Tx, caller: Caller, registrationId: number) {
  const registration = await tx
    .selectFrom('registrations as r')
    .innerJoin('events', 'events.id', 'r.event_id')
    .where('r.id', '=', registrationId)
    .where(withinReach(eventReach(caller)))
    .selectAll('r')
    .select(['events.registration_ends_on', 'events.timezone', 'events.event_on', hasPayment])
    .select('events.status as event_status')
    .forNoKeyUpdate('r')
    .executeTakeFirst()
  if (!registration) throw new AppError('not_found')
  return registration
}

/** The accepted terms of these registrations, as they were worded. */
export const listAcceptances = (db: Db, registrationIds: readonly number[]) =>
  db
    .selectFrom('term_acceptances as a')
    .innerJoin('term_versions as v', (join) =>
      join.onRef('v.term_id', '=', 'a.term_id').onRef('v.version', '=', 'a.version'),
    )
    .where('a.registration_id', '=', sql<number>`any (${registrationIds}::bigint[])`)
    .orderBy('a.term_id')
    .select(['a.registration_id', 'a.term_id as id', 'v.name', 'a.accepted_at'])
    .execute()

/** The answers of these registrations, with the questions as they were asked. */
export const listAnswers = (db: Db, registrationIds: readonly number[]) =>
  db
    .selectFrom('questionnaire_answers')
    .where('registration_id', '=', sql<number>`any (${registrationIds}::bigint[])`)
    .orderBy('questionnaire_id')
    .select(['registration_id', 'questionnaire_id as id', 'question as description', 'accepted'])
    .execute()
