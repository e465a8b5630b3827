import type { z } from 'zod'
import type { readConfirmation } from '#contract/people/confirmation.ts'
import { ApiFailure } from '#web/api/api.ts'

/** What every request of the page sends. */
export type Identity = z.input<typeof readConfirmation.body>

/** The link ended, or its registration was cancelled. A message is shown only for the latter. */
export const hasEnded = (failure: unknown): failure is ApiFailure =>
  failure instanceof ApiFailure && (failure.status === 400 || failure.status === 409)

export const endWords = (failure: ApiFailure): string | undefined =>
  failure.status === 409 ? failure.message : undefined
