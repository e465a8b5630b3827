import type { ConfirmationState } from '#contract/registration/confirmation-state.ts'

/** In JSON an instant is text in PostgreSQL's format. */
export const presentConfirmation = (
  stored: { confirmed_at: string | null; reminders: number } | null,
): ConfirmationState | null =>
  stored && {
    reminders: stored.reminders,
    confirmed_at: stored.confirmed_at && new Date(stored.confirmed_at).toISOString(),
  }
