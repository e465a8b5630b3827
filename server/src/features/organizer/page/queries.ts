import { sql } from 'kysely'
import { hasOrganizerPage, standsInLists, today } from '#server/features/event/queries.ts'
import type { Db } from '#server/lib/db.ts'
import { PUBLIC_COLUMNS } from '../queries.ts'

/** Undefined when the organizer has no page. */
export const findOrganizerPage = (db: Db, id: number) =>
  db
    .selectFrom('organizers as o')
    .leftJoin('uploads as logo', 'logo.path', 'o.logo_path')
    .where('o.id', '=', id)
    .where(hasOrganizerPage)
    .select([...PUBLIC_COLUMNS, 'logo.picture as logo_picture'])
    .executeTakeFirst()

export async function listPastRaces(db: Db, now: Date, organizerId: number, limit: number) {
  const rows = await db
    .selectFrom('events as e')
    .leftJoin('cities as c', 'c.ibge_id', 'e.city_id')
    .where('e.organizer_id', '=', organizerId)
    .where(standsInLists)
    .where('e.event_on', '<', today(now))
    .select(['e.slug', 'e.title', 'e.event_on', 'e.state_code', 'c.name as city'])
    .select(sql<number>`count(*) over ()`.as('total'))
    .orderBy('e.event_on', 'desc')
    .orderBy('e.id')
    .limit(limit)
    .execute()
  return { rows, total: rows[0]?.total ?? 0 }
}

/** For the sitemap. */
export const listOrganizersInLists = (db: Db, limit: number) =>
  db
    .selectFrom('organizers as o')
    .where(hasOrganizerPage)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('events as e')
          .select('e.id')
          .whereRef('e.organizer_id', '=', 'o.id')
          .where(standsInLists),
      ),
    )
    .select(['o.id', 'o.fantasy_name'])
    .orderBy('o.id')
    .limit(limit)
    .execute()
