import { createEvent, type EventInput, updateEvent } from '#contract/organizer-event.ts'
import { ApiFailure, api } from '../../../api.ts'
import { forgetSentCreation, readSentCreation, writeSentCreation } from './form/sent-creation.ts'

/**
 * Makes one event, however often the button is pressed and whatever the connection does. What was sent and not answered is
 * sent again as it was, by the same key, before anything that was changed since is saved onto what came of it.
 */
export async function createOnce(userId: number, body: EventInput) {
  const sent = readSentCreation(userId)
  if (sent) {
    const first = await post(userId, sent).catch((failure: unknown) => {
      // It never arrived, and would not be taken: as if it had not been sent.
      if (isAnswer(failure)) return null
      throw failure
    })
    if (first) return JSON.stringify(sent.body) === JSON.stringify(body) ? first : saveOnto(first.data, body)
  }
  return post(userId, { key: crypto.randomUUID(), body })
}

async function post(userId: number, sent: { key: string; body: EventInput }) {
  writeSentCreation(userId, sent)
  try {
    return await api(createEvent, { body: sent.body, headers: { 'Idempotency-Key': sent.key } })
  } catch (failure) {
    if (isAnswer(failure)) forgetSentCreation(userId)
    throw failure
  }
}

const saveOnto = ({ id, lock_version }: { id: number; lock_version: number }, body: EventInput) =>
  api(updateEvent, { params: { id }, body: { ...body, lock_version } })

/** The server has looked at it and said no. */
const isAnswer = (failure: unknown) =>
  failure instanceof ApiFailure && failure.status >= 400 && failure.status < 500
