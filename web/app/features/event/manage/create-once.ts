import { createEvent, type EventInput, updateEvent } from '#contract/organizer-event.ts'
import { ApiFailure, api } from '../../../api.ts'
import { type SentCreation, sentCreation } from './event-drafts.ts'

/**
 * Creates one event, however often the button is pressed and whatever the connection does. A request that was not answered is
 * repeated with its key before anything that was changed since is saved onto the event it created.
 */
export async function createOnce(userId: number, body: EventInput) {
  const sent = sentCreation(userId).read()
  if (sent) {
    const first = await post(userId, sent).catch((failure: unknown) => {
      // It never arrived, and is refused now: as if it had not been sent.
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

const saveOnto = ({ id, lock_version }: { id: number; lock_version: number }, body: EventInput) =>
  api(updateEvent, { params: { id }, body: { ...body, lock_version } })

const isRefusal = (failure: unknown) =>
  failure instanceof ApiFailure && failure.status >= 400 && failure.status < 500
