import * as drafts from '#contract/event-management/event-drafts.ts'
import { listEventHistory } from '#contract/event-management/event-history.ts'
import * as contract from '#contract/event-management/organizer-events.ts'
import { pageMeta } from '#contract/route.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Api } from '#server/lib/http.ts'
import { idempotencyKey } from '#server/lib/idempotency.ts'
import { changePreview } from './change-preview.ts'
import { changeStatus } from './change-status.ts'
import { createEvent } from './create-event.ts'
import { deleteEvent } from './delete-event.ts'
import { presentHistory } from './domain/history.ts'
import { countDrafts, listDrafts } from './drafts/queries.ts'
import { deleteDraft, getDraft, saveDraft } from './drafts/save-draft.ts'
import { duplicateEvent } from './duplicate-event.ts'
import { getEventHead, listEvents } from './list-events.ts'
import { mayEditDraft } from './policy.ts'
import { getEvent } from './queries/document.ts'
import { countHistory, listHistory } from './queries/events.ts'
import { listEventOptions, listOwners } from './queries/list.ts'
import { readEvent } from './read-event.ts'
import { updateEvent } from './update-event.ts'

export function manageEventRoutes(api: Api, deps: Deps): void {
  const { db } = deps

  api.handle(contract.listOrganizerEvents, async ({ caller, query }) => listEvents(deps, caller, query))

  api.handle(contract.listEventOptions, async ({ caller }) => {
    const events = await listEventOptions(db, caller, deps.clock.now())
    return { data: events, extra: { events } }
  })

  api.handle(contract.listEventOwners, async ({ caller, query }) => ({
    data: await listOwners(db, caller, query.search),
  }))

  api.handle(contract.getOrganizerEvent, async ({ caller, params }) => ({
    data: await readEvent(db, caller, params.id),
  }))

  api.handle(contract.getEventHead, async ({ caller, params }) => ({
    data: await getEventHead(deps, caller, params.id),
  }))

  api.handle(contract.createEvent, async ({ caller, body, request, ip }) => ({
    data: await createEvent(deps, { caller, draft: body, key: idempotencyKey(request), ip }),
    message: 'Evento criado com sucesso!',
  }))

  api.handle(contract.updateEvent, async ({ caller, params, body, ip }) => ({
    data: await updateEvent(deps, { caller, eventId: params.id, draft: body, ip }),
    message: 'Evento atualizado com sucesso!',
  }))

  api.handle(contract.changeEventStatus, async ({ caller, params, body, ip }) => {
    await changeStatus(deps, { caller, eventId: params.id, status: body.status, ip })
    return { data: { id: params.id, status: body.status }, message: 'Status alterado com sucesso!' }
  })

  api.handle(contract.deleteEvent, async ({ caller, params, ip }) => {
    await deleteEvent(deps, { caller, eventId: params.id, ip })
    return { message: 'Evento apagado.' }
  })

  api.handle(contract.createPreview, async ({ caller, params, ip }) => {
    const token = await changePreview(deps, { caller, eventId: params.id, wanted: true, ip })
    return { data: { preview_token: token ?? '' }, message: 'Link de prévia criado.' }
  })

  api.handle(contract.removePreview, async ({ caller, params, ip }) => {
    await changePreview(deps, { caller, eventId: params.id, wanted: false, ip })
    return { message: 'Link de prévia desfeito.' }
  })

  api.handle(contract.duplicateEvent, async ({ caller, params, body, request, ip }) => {
    const key = idempotencyKey(request)
    const copy = { caller, eventId: params.id, eventOn: body.date_event, key, ip }
    return { data: { id: await duplicateEvent(deps, copy) }, message: 'Evento criado com sucesso!' }
  })

  api.handle(listEventHistory, async ({ caller, params, query }) => {
    const { id } = await getEvent(db, caller, params.id)
    const entries = await listHistory(db, id, query)
    const total = await countHistory(db, id)
    return { data: entries.map(presentHistory), meta: pageMeta(query.page, query.per_page, total) }
  })

  api.handle(drafts.listEventDrafts, async ({ caller, query }) => {
    if (!mayEditDraft(caller, query.event_id ?? null)) throw new AppError('forbidden')
    const total = await countDrafts(db, caller, query)
    return {
      data: (await listDrafts(db, caller, query)).map(presentDraft),
      meta: pageMeta(query.page, query.per_page, total),
    }
  })

  api.handle(drafts.getEventDraft, async ({ caller, params }) => {
    const { document, ...row } = await getDraft(db, caller, params.id)
    return { data: { ...presentDraft(row), document: document as drafts.EventDraft['document'] } }
  })

  api.handle(drafts.saveEventDraft, async ({ caller, params, body }) => ({
    data: presentDraft(await saveDraft(deps, { caller, id: params.id, sent: body })),
  }))

  api.handle(drafts.deleteEventDraft, async ({ caller, params }) => {
    await deleteDraft(db, caller, params.id)
    return { message: 'Rascunho apagado.' }
  })
}

const presentDraft = <Row extends { updated_at: Date }>({ updated_at, ...row }: Row) => ({
  ...row,
  updated_at: updated_at.toISOString(),
})
