import { sql } from 'kysely'
import { isCancellationRequested } from '#server/features/registration/queries.ts'
import type { Db } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'

/** SQL: registration `r` was paid with the credit of a deferral. */
export const isDeferred = sql<boolean>`exists (
  select from payment_moves v join refund_choices h on h.registration_id = v.from_registration_id
  where v.to_registration_id = r.id and h.kind = 'deferred'
)`.as('is_deferred')

/** Throws 404 for another account's registration. */
export const getDeferrable = (
  db: Db,
  { registrationId, userId }: { registrationId: number; userId: number },
) =>
  db
    .selectFrom('registrations as r')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .where('r.id', '=', registrationId)
    .where('r.responsible_user_id', '=', userId)
    .select(['r.event_id', 'r.status', 'r.cancel_reason', isDeferred, isCancellationRequested])
    .select(['e.status as event_status', 'e.event_on', 'e.timezone'])
    .select(['e.deferral_until', 'e.deferral_fee_cents'])
    .executeTakeFirstOrThrow(() => new AppError('not_found'))

/** For the e-mails; undefined unless the registration is deferred. */
export const findDeferred = (db: Db, registrationId: number) =>
  db
    .selectFrom('refund_choices as c')
    .innerJoin('registrations as r', 'r.id', 'c.registration_id')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .innerJoin('organizers as o', 'o.id', 'e.organizer_id')
    .innerJoin('users as u', 'u.id', 'r.responsible_user_id')
    .where('c.registration_id', '=', registrationId)
    .where('c.kind', '=', 'deferred')
    .where('c.choice', 'is', null)
    .where('u.anonymized_at', 'is', null)
    .select(['r.name', 'r.event_id', 'c.ends_on', 'c.fee_cents', 'e.title', 'o.fantasy_name', 'o.user_id'])
    .select(['u.name as buyer_name', 'u.email as buyer_email'])
    .select(sql<number>`r.kept_cents - c.fee_cents`.as('credit_cents'))
    .executeTakeFirst()
