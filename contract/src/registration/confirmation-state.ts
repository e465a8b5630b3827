import { z } from 'zod'
import { Instant } from '../fields.ts'

/** Whether the participant of a registration that somebody else made has confirmed it. */
export const ConfirmationState = z.object({
  /** Null: not yet. */
  confirmed_at: Instant.nullable(),
  /** E-mails that asked for it, after the first one. */
  reminders: z.int(),
})
export type ConfirmationState = z.infer<typeof ConfirmationState>
