import type { EventInput } from '#contract/event-management/event-document.ts'
import { createEvent, updateEvent } from '#contract/event-management/organizer-events.ts'
import { ApiFailure, api } from '#web/api/api.ts'
import { type SentCreation, sentCreation } from './event-drafts.ts'

/**
 * Creates an event at most once. If an earlier request has no response yet, it is sent again with the same
 * idempotency key, and later changes are saved to the event that it created.
 */
export async function createOnce(userId: number, body: EventInput) {
  const sent = sentCreation(userId).read()
  if (sent) {
    const first = await post(userId, sent).catch((failure: unknown) => {
      // The earlier request never reached the server and is refused now, so it can be discarded.
      if (isRefusal(failure)) return null
      throw failure
    })
    if (first) return JSON.stringify(sent.body) === JSON.stringify(body) ? first : saveOnto(first.data, body)
  }
  return post(userId, { key: crypto.randomUUID(), body })
}

async function post(userId: number, sent: SentCreation) {
  sentCreation(userId).write(sent)
  try {
    return await api(createEvent, { body: sent.body, headers: { 'Idempotency-Key': sent.key } })
  } catch (failure) {
    if (isRefusal(failure)) sentCreation(userId).forget()
    throw failure
  }
}

const saveOnto = (
  { id, lock_version }: { id: number; lock_version: number },
  { from_draft: _, ...body }: EventInput,
) => api(updateEvent, { params: { id }, body: { ...body, lock_version } })

const isRefusal = (failure: unknown) =>
  failure instanceof ApiFailure && failure.status >= 400 && failure.status < 500
