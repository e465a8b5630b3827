import { PASS_HEADER } from '#contract/checkout/waiting-room.ts'
import { stored } from '#web/storage/browser-storage.ts'
import { readItem, saveItem } from '#web/storage/tab-storage.ts'

/** A place in the queue of an event. All tabs of the browser share it, and it is not tied to an account. */
export interface Ticket {
  ticket: string
  number: number
}

export const storedTicket = (eventId: number) =>
  stored<Ticket>(`waiting-room:${eventId}`, (value) => 'ticket' in value && 'number' in value)

const passKey = (eventId: number) => `waiting-room-pass:${eventId}`

/** With the pass this tab's wizard can finish, even after a reload, if a waiting room opens later. */
export const storePass = (eventId: number, pass: string): void => saveItem(passKey(eventId), { pass })

export function passHeader(eventId: number): Record<string, string> {
  const item = readItem(passKey(eventId)) as { pass?: unknown } | null
  return typeof item?.pass === 'string' ? { [PASS_HEADER]: item.pass } : {}
}
