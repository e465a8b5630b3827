import { NO_TIME, toBrazilianDateOrNull } from '#contract/dates.ts'
import type { Missing } from '#contract/event/sellable.ts'
import type { OrganizerEventRow } from '#contract/event-management/organizer-events.ts'
import { type PageMeta, pageMeta } from '#contract/route.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/lib/auth.ts'
import { AppError } from '#server/lib/errors.ts'
import { pictureOf } from '#server/lib/images.ts'
import { countEvents, type EventFilter, selectEvents } from './queries/list.ts'

export async function listEvents(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: Caller,
  filter: EventFilter,
): Promise<{ data: OrganizerEventRow[]; meta: PageMeta }> {
  const now = clock.now()
  const rows = await selectEvents(db, caller, filter, now)
  return {
    data: rows.map(presentRow),
    meta: pageMeta(filter.page, filter.per_page, await countEvents(db, caller, filter, now)),
  }
}

export async function getEventHead(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: Caller,
  id: number,
): Promise<OrganizerEventRow> {
  const [row] = await selectEvents(db, caller, { id, page: 1, per_page: 1 }, clock.now())
  if (!row) throw new AppError('event_not_found')
  return presentRow(row)
}

const presentRow = ({
  event_on,
  start_time,
  state_code,
  image_path,
  picture,
  missing,
  opened_at,
  ...row
}: Awaited<ReturnType<typeof selectEvents>>[number]): OrganizerEventRow => ({
  ...row,
  missing: missing as Missing[],
  opened: opened_at !== null,
  date_event: toBrazilianDateOrNull(event_on),
  start_time: start_time === NO_TIME ? null : start_time.slice(0, 5),
  state: state_code,
  event_image: image_path,
  picture: pictureOf(image_path, picture),
})
