import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import {
  effectivePayment,
  isCancellationRequested,
  refundableCents,
} from '#server/features/registration/queries.ts'
import type { Db } from '#server/lib/db.ts'
import { registrationColumns } from '../../present.ts'

export type ListedRow = Awaited<ReturnType<typeof listRows>>[number]

/** The rows of the list for these registrations, in their order. */
export const listRows = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('registrations as r')
    .innerJoin('users as u', 'u.id', 'r.responsible_user_id')
    .leftJoinLateral(effectivePayment, (join) => join.onTrue())
    .where('r.id', '=', sql<number>`any (${ids}::bigint[])`)
    .orderBy(sql`array_position(${ids}::bigint[], r.id)`)
    .select(registrationColumns)
    .select(['r.category_id', refundableCents, isCancellationRequested])
    .execute()

/** The event with the choices of the list's filters. */
export const getListedEvent = (db: Db, eventId: number) =>
  db
    .selectFrom('events as e')
    .where('e.id', '=', eventId)
    .select(['e.id', 'e.title', 'e.registration_ends_on', 'e.timezone'])
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('modalities as m')
          .whereRef('m.event_id', '=', 'e.id')
          .orderBy('m.position')
          .select(['m.id as modality_id', 'm.name as modality_name'])
          .select((modality) =>
            jsonArrayFrom(
              modality
                .selectFrom('categories as c')
                .whereRef('c.modality_id', '=', 'm.id')
                .orderBy('c.position')
                .select(['c.id as category_id', 'c.name as category_name']),
            ).as('categories'),
          ),
      ).as('modalities'),
      jsonArrayFrom(
        eb
          .selectFrom('kits as k')
          .whereRef('k.event_id', '=', 'e.id')
          .orderBy('k.position')
          .select(['k.id', 'k.name']),
      ).as('products'),
      jsonArrayFrom(
        eb
          .selectFrom('groups as g')
          .whereRef('g.event_id', '=', 'e.id')
          .orderBy('g.name')
          .select(['g.id', 'g.name']),
      ).as('groups'),
    ])
    .executeTakeFirstOrThrow()
