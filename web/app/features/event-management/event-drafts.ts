import type { EventInput } from '#contract/event-management/event-document.ts'
import { sharedStorage, stored } from '#web/storage/browser-storage.ts'
import type { EventForm } from './form/event-form.ts'

/** What the server does not have yet: typed without a connection, or in a session that ended. */
export interface LocalDraft {
  savedAt: string
  form: EventForm
  /** What the form was filled with. Null for a new event. */
  base?: EventForm | null
  /** The draft on the server to which it belongs, and what that held. Absent if there is none. */
  synced?: { id: string; version: number; form: EventForm } | undefined
}

/** Identifies a draft. Other users of the same browser do not see it. */
interface DraftOwner {
  userId: number
  /** The event; for a new one the id of its draft. */
  draft: number | string
}

const prefixOf = (userId: number) => `event-draft:${userId}:`

export const localDraft = ({ userId, draft }: DraftOwner) =>
  stored<LocalDraft>(
    `${prefixOf(userId)}${draft}`,
    (value) =>
      'savedAt' in value &&
      'form' in value &&
      typeof value.form === 'object' &&
      value.form !== null &&
      'modalities' in value.form &&
      Array.isArray(value.form.modalities),
  )

/** The server lost the draft, so what the browser has of it is offered for another event. */
export function offerLost(owner: DraftOwner): void {
  const local = localDraft(owner).read()
  if (local) localDraft(owner).write({ ...local, synced: undefined })
}

/** The new events that the server does not have, the latest first. */
export function unsentDrafts(userId: number): (LocalDraft & { draft: string })[] {
  const prefix = prefixOf(userId)
  return sharedStorage
    .keys()
    .filter((key) => key.startsWith(prefix) && !/^\d+$/.test(key.slice(prefix.length)))
    .flatMap((key) => {
      const draft = key.slice(prefix.length)
      const local = localDraft({ userId, draft }).read()
      return local && !local.synced ? [{ ...local, draft }] : []
    })
    .sort((one, other) => (one.savedAt < other.savedAt ? 1 : -1))
}

export interface SentCreation {
  key: string
  body: EventInput
}
/** The request for a new event that has no response yet. The event may exist. */
export const sentCreation = (userId: number) =>
  stored<SentCreation>(`event-creation:${userId}`, (value) => 'key' in value && 'body' in value)
