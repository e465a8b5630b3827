import type { Caller } from '#server/lib/auth.ts'
import type { Tx } from '#server/lib/db.ts'
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
