import { PASS_HEADER } from '#contract/waiting-room.ts'
import { stored } from '../../../browser-storage.ts'
import { keep, readKept } from '../../../tab-storage.ts'

/** A place in the queue for an event. All tabs share it; it is nobody's name. */
export interface Ticket {
  ticket: string
  number: number
}

export const keptTicket = (eventId: number) =>
  stored<Ticket>(`waiting-room:${eventId}`, (value) => 'ticket' in value && 'number' in value)

const passKey = (eventId: number) => `waiting-room-pass:${eventId}`

/** Keeps, over a reload of this tab, what lets its runner finish if a queue begins. */
export const keepPass = (eventId: number, pass: string): void => keep(passKey(eventId), { pass })

export function passHeader(eventId: number): Record<string, string> {
  const kept = readKept(passKey(eventId)) as { pass?: unknown } | null
  return typeof kept?.pass === 'string' ? { [PASS_HEADER]: kept.pass } : {}
}
