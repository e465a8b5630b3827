import type { EventForm } from './event-form.ts'

export interface StoredDraft {
  savedAt: string
  form: EventForm
}

/** Whose draft of what: another person at the same browser sees none of it. */
export interface DraftOwner {
  userId: number
  event: number | 'novo'
}

const keyOf = ({ userId, event }: DraftOwner) => `event-draft:${userId}:${event}`

const isDraft = (value: unknown): value is StoredDraft =>
  typeof value === 'object' &&
  value !== null &&
  'savedAt' in value &&
  'form' in value &&
  typeof value.form === 'object' &&
  value.form !== null &&
  'modalities' in value.form &&
  Array.isArray(value.form.modalities)

export function readDraft(owner: DraftOwner): StoredDraft | null {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(keyOf(owner)) ?? 'null')
    return isDraft(draft) ? draft : null
  } catch {
    return null // Not ours, or the storage is blocked.
  }
}

export function writeDraft(owner: DraftOwner, draft: StoredDraft): void {
  try {
    localStorage.setItem(keyOf(owner), JSON.stringify(draft))
  } catch {
    // Blocked or full: what is unsaved does not survive a reload, which the browser warns of.
  }
}

export function forgetDraft(owner: DraftOwner): void {
  try {
    localStorage.removeItem(keyOf(owner))
  } catch {
    // Blocked: there is none.
  }
}
