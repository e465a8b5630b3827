import { toBrazilianDate } from '#contract/dates.ts'
import * as contract from '#contract/event.ts'
import { uploadFile as uploadFileRoute } from '#contract/organizer-event.ts'
import { getOrganizerPage } from '#contract/organizer-profile.ts'
import { pageMeta } from '#contract/route.ts'
import type { Deps } from '#server/deps.ts'
import type { Api } from '#server/lib/http.ts'
import { readUpload } from '#server/lib/upload.ts'
import { getEvent } from './detail/get-event.ts'
import { listEvents } from './list/list-events.ts'
import { listCitiesWithEvents, listNextRaces } from './list/queries.ts'
import { readOrganizerPage } from './organizer-page/read-organizer-page.ts'
import { UPLOADS_BY_USER, uploadFile } from './uploads/upload-file.ts'

export function eventRoutes(api: Api, deps: Deps): void {
  api.handleKept(
    contract.listEvents,
    async ({ query }) => {
      const { events, total } = await listEvents(deps, query)
      return { data: events, meta: pageMeta(query.page, query.per_page, total) }
    },
    // Typed text: each search is another answer.
    ({ title, city }) => !title && !city,
  )

  api.handleKept(contract.listEventCities, async ({ query }) => ({
    data: await listCitiesWithEvents(deps.db, deps.clock.now(), query.state),
  }))

  api.handleKept(contract.listNextEvents, async () => ({
    data: (await listNextRaces(deps.db, deps.clock.now())).map((race) => ({
      ...race,
      date_event: toBrazilianDate(race.date_event),
    })),
  }))

  api.handleKept(contract.getEventBySlug, async ({ params }) => ({
    data: await getEvent(deps, { slug: params.slug }),
  }))

  api.handleKept(contract.getEvent, async ({ params }) => ({ data: await getEvent(deps, { id: params.id }) }))

  api.handleKept(getOrganizerPage, async ({ params }) => ({
    data: await readOrganizerPage(deps, params.slug),
  }))

  api.handle(contract.getEventPreview, async ({ params }) => ({
    data: await getEvent(deps, { preview: params.token }),
  }))

  api.handle(uploadFileRoute, async ({ query, caller, request }) => {
    await deps.rateLimiter.consume(UPLOADS_BY_USER, String(caller.userId))
    const bytes = await readUpload(request, uploadFileRoute)
    return { data: await uploadFile(deps, { bytes, purpose: query.purpose, userId: caller.userId }) }
  })
}
