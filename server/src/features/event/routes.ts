import * as contract from '#contract/event/event.ts'
import * as alert from '#contract/event/event-alert.ts'
import { uploadFile as uploadFileRoute } from '#contract/event-management/uploads.ts'
import { pageMeta } from '#contract/route.ts'
import type { Deps } from '#server/deps.ts'
import type { Api } from '#server/lib/http.ts'
import { readUpload } from '#server/lib/upload.ts'
import { askForAlert } from './alerts/ask-for-alert.ts'
import { deleteAlert, deleteAlertByToken, isWaiting } from './alerts/queries.ts'
import { getEvent } from './detail/get-event.ts'
import { listEvents, listRacePlaces } from './list/list-events.ts'
import { listCitiesWithEvents } from './list/queries.ts'
import { createSuggestions } from './list/suggestions.ts'
import { UPLOADS_BY_USER, uploadFile } from './uploads/upload-file.ts'

export function eventRoutes(api: Api, deps: Deps): void {
  // Searches for typed text are unbounded, so their responses are not cached.
  const isCacheable = ({ title, city }: { title?: string | undefined; city?: string | undefined }) =>
    !title && !city
  api.handleCached(
    contract.listEvents,
    async ({ query }) => {
      const { events, total, coming } = await listEvents(deps, query)
      return { data: events, meta: { ...pageMeta(query.page, query.per_page, total), coming } }
    },
    isCacheable,
  )

  api.handleCached(
    contract.listRacePlaces,
    async ({ query }) => ({ data: await listRacePlaces(deps, query) }),
    isCacheable,
  )

  api.handleCached(contract.listEventCities, async ({ query }) => ({
    data: await listCitiesWithEvents(deps.db, deps.clock.now(), query.state),
  }))

  const suggestions = createSuggestions(deps)
  api.handle(contract.listSuggestions, async ({ query, reply }) => {
    const data = await suggestions(query.q)
    reply.header('cache-control', 'public, max-age=60')
    return { data }
  })

  api.handleCached(contract.getEventBySlug, async ({ params }) => ({
    data: await getEvent(deps, { slug: params.slug }),
  }))

  api.handleCached(contract.getEvent, async ({ params }) => ({
    data: await getEvent(deps, { id: params.id }),
  }))

  api.handle(contract.getEventPreview, async ({ params }) => ({
    data: await getEvent(deps, { preview: params.token }),
  }))

  api.handle(alert.getEventAlert, async ({ params, caller }) => ({
    data: { waits: await isWaiting(deps.db, caller.userId, params.slug) },
  }))

  api.handle(alert.askForAlert, async ({ params, caller }) => {
    await askForAlert(deps, { userId: caller.userId, slug: params.slug })
    return { message: 'Combinado! Você recebe um e-mail.' }
  })

  api.handle(alert.endAlert, async ({ params, caller }) => {
    await deleteAlert(deps.db, caller.userId, params.slug)
    return { message: 'Você não recebe mais este aviso.' }
  })

  api.handle(alert.endAlertByLink, async ({ body }) => {
    await deleteAlertByToken(deps.db, body.token)
    return { message: 'Você não recebe mais avisos desta corrida.' }
  })

  api.handle(uploadFileRoute, async ({ query, caller, request }) => {
    await deps.rateLimiter.consume(UPLOADS_BY_USER, String(caller.userId))
    const bytes = await readUpload(request, uploadFileRoute)
    return { data: await uploadFile(deps, { bytes, purpose: query.purpose, userId: caller.userId }) }
  })
}
