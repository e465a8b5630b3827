import { stored } from '../../../browser-storage.ts'

/** A place in the queue for an event. All tabs share it; it is nobody's name. */
export interface Ticket {
  ticket: string
  number: number
}

export const keptTicket = (eventId: number) =>
  stored<Ticket>(`waiting-room:${eventId}`, (value) => 'ticket' in value && 'number' in value)
