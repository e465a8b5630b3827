import type { EventInput } from '#contract/organizer-event.ts'
import { stored } from '../../../browser-storage.ts'
import type { EventForm } from './form/event-form.ts'

export interface StoredDraft {
  savedAt: string
  form: EventForm
}
/** Whose draft of what: other users of the same browser do not see it. */
export interface DraftOwner {
  userId: number
  event: number | 'novo'
}
/** What is typed and not saved yet. */
export const storedDraft = ({ userId, event }: DraftOwner) =>
  stored<StoredDraft>(
    `event-draft:${userId}:${event}`,
    (value) =>
      'savedAt' in value &&
      'form' in value &&
      typeof value.form === 'object' &&
      value.form !== null &&
      'modalities' in value.form &&
      Array.isArray(value.form.modalities),
  )

export interface SentCreation {
  key: string
  body: EventInput
}
/** A new event that was sent and not answered: it may have arrived. */
export const sentCreation = (userId: number) =>
  stored<SentCreation>(`event-creation:${userId}`, (value) => 'key' in value && 'body' in value)
