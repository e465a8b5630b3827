import { toBrazilianDate } from '#contract/dates.ts'
import type { OrganizerPage } from '#contract/organizer/organizer-profile.ts'
import type { Deps } from '#server/deps.ts'
import { organizerSlug } from '#server/features/event/domain/slug.ts'
import { readCards } from '#server/features/event/list/list-events.ts'
import { NO_FILTER } from '#server/features/event/list/queries.ts'
import { AppError } from '#server/lib/errors.ts'
import { pictureOf } from '#server/lib/images.ts'
import { findOrganizerPage, listPastRaces } from './queries.ts'

/** Maximum number of coming races, more than any organizer has. */
const COMING = 100
/** Maximum number of listed past races; older ones are only counted. */
const PAST = 100

/** Throws 404 if there is none, for example because the organizer is suspended. */
export async function readOrganizerPage(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: number,
): Promise<OrganizerPage> {
  const row = await findOrganizerPage(db, id)
  if (!row) throw new AppError('not_found', { message: 'Organizador não encontrado.' })
  const now = clock.now()
  const filter = { ...NO_FILTER, comingOf: id }
  const [coming, past] = await Promise.all([
    readCards(db, now, filter, { limit: COMING, offset: 0 }),
    listPastRaces(db, now, id, PAST),
  ])
  const { fantasy_name, about, public_phone, public_email, site, instagram } = row
  return {
    slug: organizerSlug(fantasy_name, id),
    logo: pictureOf(row.logo_path, row.logo_picture),
    ...{ fantasy_name, about, public_phone, public_email, site, instagram },
    coming: coming.events,
    past: past.rows.map(({ slug, title, event_on, city, state_code }) => ({
      slug,
      title,
      date_event: toBrazilianDate(event_on),
      city,
      state: state_code,
    })),
    past_total: past.total,
  }
}
