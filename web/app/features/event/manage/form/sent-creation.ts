import type { EventInput } from '#contract/organizer-event.ts'

/** A new event that was sent and not answered: it may have arrived. Kept in this browser, as the draft is. */
export interface SentCreation {
  key: string
  body: EventInput
}

const keyOf = (userId: number) => `event-creation:${userId}`

export function readSentCreation(userId: number): SentCreation | null {
  try {
    const sent: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null')
    return typeof sent === 'object' && sent !== null && 'key' in sent && 'body' in sent
      ? (sent as SentCreation)
      : null
  } catch {
    return null // Not ours, or the storage is blocked.
  }
}

export function writeSentCreation(userId: number, sent: SentCreation): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(sent))
  } catch {
    // Blocked or full: after a reload nobody knows of it.
  }
}

export function forgetSentCreation(userId: number): void {
  try {
    localStorage.removeItem(keyOf(userId))
  } catch {
    // Blocked: there is none.
  }
}
