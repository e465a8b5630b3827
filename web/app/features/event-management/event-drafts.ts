import type { EventInput } from '#contract/event-management/event-document.ts'
import { stored } from '#web/storage/browser-storage.ts'
import type { EventForm } from './form/event-form.ts'

export interface StoredDraft {
  savedAt: string
  form: EventForm
}
/** Identifies a draft. Other users of the same browser do not see it. */
export interface DraftOwner {
  userId: number
  event: number | 'novo'
}
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
/** The request for a new event that has no response yet. The event may exist. */
export const sentCreation = (userId: number) =>
  stored<SentCreation>(`event-creation:${userId}`, (value) => 'key' in value && 'body' in value)
